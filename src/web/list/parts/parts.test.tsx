// @vitest-environment happy-dom
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Profile } from "../../../contract/session.schema.ts";
import type { TimelineItem } from "../../../contract/schema.ts";
import { activate, type Area, startMessages } from "../../i18n/index.ts";
import { ObjectTimeline } from "./parts.tsx";
import type { CellTools } from "../../cell-tools.ts";
import { forgetSession, takeProfile } from "../../session.tsx";
import { ArchivedFromFile } from "./archived.tsx";

beforeAll(async () => {
  startMessages();
  await activate("zh", "rest", "seldom");
});

const shown = (area: Area, item: Pick<TimelineItem, "kind" | "text_key" | "params">, actor: TimelineItem["actor"] = null): string =>
  renderToStaticMarkup(
    <MemoryRouter>
      <ObjectTimeline
        area={area}
        items={[{ ...item, at: "2026-11-20T04:00:00.000Z", actor, data: null }]}
        tools={{ t: (key: string) => key } as unknown as CellTools}
      />
    </MemoryRouter>,
  );

it.each(["wallets", "merchants"] as const)("an act that %s have no word of their own for is named as in the audit trail", (area) => {
  expect(shown(area, { kind: "export", text_key: "timeline.export", params: {} })).toContain("导出");
  expect(shown(area, { kind: "disable", text_key: "timeline.disable", params: {} })).toContain("停用");
});

it.each(["payments", "disburses", "withdrawal"] as const)("a notification in the life of %s says how it ended in words", (area) => {
  const type = { payments: "payment.completed", disburses: "disburse.completed", withdrawal: "withdrawal.paid" }[area];
  expect(shown(area, { kind: "notification", text_key: "timeline.notification", params: { type, status: "none" } })).toContain("· 无需通知");
});

it("who acted is a person by account, the platform's people to a merchant, or the system", () => {
  const by = (type: string, account: string | null = null): string =>
    shown("withdrawal", { kind: "approved", text_key: "timeline.approved", params: {} }, { type, id: null, account });
  expect(by("user", "lotus")).toContain("lotus");
  // The test's own `t` answers the key.
  expect(by("staff")).toContain("audit.actor.staff");
  expect(by("merchant")).toContain("audit.actor.merchant");
  expect(by("job")).toContain("common.system");
});

describe("a file of a list of which months are archived", () => {
  afterEach(forgetSession);
  const note = (list: string): string =>
    renderToStaticMarkup(<ArchivedFromFile list={list} tools={{ t: (key: string, { day }: { day: string }) => `${key} ${day}` } as unknown as CellTools} />);

  it.each([
    ["journals", "archivedEntries"],
    ["audit", "archivedActs"],
  ])("says of %s from which day on it has rows", (list, key) => {
    expect(note(list)).toBe("");
    takeProfile({ archived_before: "2026-06-01" } as Profile);
    expect(note(list)).toContain(`list.drawer.${key} 2026/06/01`);
    expect(note("payments")).toBe("");
  });
});
