// @vitest-environment happy-dom
/** The bar over chosen rows: what none of them allows is not offered as if it worked, what some allow says how many. */
import { MantineProvider } from "@mantine/core";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { Permission } from "../../../contract/permissions.ts";
import type { Profile } from "../../../contract/session.schema.ts";
import { takeProfile } from "../../session.tsx";
import { activate, startMessages } from "../../i18n/index.ts";
import { text } from "../../i18n/keys.ts";
import BulkBar, { type Matching } from "./bulk.tsx";
import { isOffered } from "./offered.ts";
import type { BulkSpec } from "../spec/index.ts";
import type { CellTools } from "../../cell-tools.ts";
import type { BulkAsk } from "../bulk/dialog.tsx";

interface Row {
  readonly id: string;
  readonly version: number;
  readonly actions: readonly string[];
}
const dialog = vi.fn<(asked: BulkAsk) => void>();
vi.mock("../bulk/dialog.tsx", () => ({
  default: ({ act: name, what }: BulkAsk) => {
    dialog({ act: name, what });
    return null;
  },
}));
const ACTS: readonly BulkSpec<Row>[] = [
  { id: "notify", label: "payments.action.notify", permission: "payments.see", job: "payments.notify" },
  { id: "recheck", label: "payments.action.recheck", permission: "payments.see", job: "payments.recheck" },
  { id: "reject", label: "payments.action.reject", permission: "payments.see", job: "payments.reject" },
];
const ROWS: readonly Row[] = [
  { id: "a", version: 1, actions: ["notify"] },
  { id: "b", version: 2, actions: ["notify", "recheck"] },
  { id: "c", version: 3, actions: ["notify"] },
];
const tools: CellTools = { t: text, locale: "en", currency: "BDT" };

beforeAll(async () => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  startMessages();
  await activate("en", "rest");
});
beforeEach(() => vi.clearAllMocks());

async function bar(rows: readonly Row[], matching: Matching | null = null, acts = ACTS): Promise<{ buttons: HTMLButtonElement[]; close: () => void }> {
  const place = document.createElement("div");
  const root = createRoot(place);
  const nothing = (): void => undefined;
  await act(async () =>
    root.render(
      <MantineProvider>
        <BulkBar
          acts={acts}
          selection={new Map(rows.map((row) => [row.id, row]))}
          amountOf={undefined}
          matching={matching}
          tools={tools}
          headHeight={40}
          onClear={nothing}
          onDone={nothing}
        />
      </MantineProvider>,
    ),
  );
  return { buttons: [...place.querySelectorAll("button")], close: () => act(() => root.unmount()) };
}

it("switches off what no chosen row allows, with the reason, and leaves it within reach", async () => {
  const { buttons, close } = await bar(ROWS);
  const [, , reject] = buttons;
  expect([reject?.textContent, reject?.getAttribute("aria-disabled"), reject?.disabled]).toEqual(["Reject", "true", false]);
  expect(reject?.dataset.tip).toBe("“Reject”: none of the selected rows allows it right now");
  await act(async () => reject?.click());
  expect(dialog).not.toHaveBeenCalled();
  close();
});

it("says on the button how many of how many take part; the server is asked about all of them, and says what it leaves out", async () => {
  const { buttons, close } = await bar(ROWS);
  const [notifyAll, recheck] = buttons;
  expect([notifyAll?.textContent, recheck?.textContent]).toEqual(["Notify again", "Re-check (1 of 3)"]);
  expect([notifyAll, recheck].some((button) => button?.hasAttribute("aria-disabled"))).toBe(false);
  await act(async () => recheck?.click());
  await act(() => vi.waitFor(() => expect(dialog).toHaveBeenCalled(), 60_000));
  expect(dialog.mock.calls[0]?.[0]).toEqual({ act: "payments.recheck", what: { items: ROWS.map(({ id, version }) => ({ id, version })) } });
  close();
});

it("switches off what makes account numbers whole for whoever reads them in part, and says so", async () => {
  const acts: readonly BulkSpec<Row>[] = [{ id: "notify", label: "withdrawal.action.export", permission: "withdrawal.decide", job: "withdrawal.export" }];
  const look = async (permissions: readonly Permission[]): Promise<(string | null | undefined)[]> => {
    takeProfile({ id: "U1", token: "t", permissions } as Partial<Profile> as Profile); // what is read of it
    const { buttons, close } = await bar(ROWS, null, acts);
    await act(async () => buttons[0]?.click());
    const told = [buttons[0]?.getAttribute("aria-disabled"), buttons[0]?.dataset.tip];
    close();
    return told;
  };
  expect(await look(["withdrawal.decide"])).toEqual(["true", text("errors.code.account_numbers_masked")]);
  expect(dialog).not.toHaveBeenCalled();
  expect(await look(["withdrawal.decide", "phones.unmask"])).toEqual([null, undefined]);
  await act(() => vi.waitFor(() => expect(dialog).toHaveBeenCalled(), 60_000));
});

it("decides as the row's own menu does: by the server's word unless the act decides for itself", () => {
  const [row] = ROWS as [Row, ...Row[]];
  expect([isOffered({ id: "notify" }, row), isOffered({ id: "recheck" }, row)]).toEqual([true, false]);
  expect([isOffered({ id: "notify", offered: () => false }, row), isOffered({ id: "other", offered: () => true }, row)]).toEqual([false, true]);
  expect(isOffered({ id: "notify" }, { id: "x" })).toBe(false);
});

it("offers everything that matches, and then every act on all of it", async () => {
  const { buttons, close } = await bar(ROWS, { total: 4812, exact: true, filter: { status: "review" } });
  const [all, , recheck] = buttons;
  expect([all?.textContent, recheck?.textContent]).toEqual(["Select all 4,812 that match the filters", "Re-check (1 of 3)"]);
  await act(async () => all?.click());
  expect(recheck?.textContent).toBe("Re-check");
  close();
});
