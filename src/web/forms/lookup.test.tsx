// @vitest-environment happy-dom
/** A look-up serves whoever may do the act: by name for who sees the list, by id for who does not; and says why it found nothing. */
import { act, type ReactElement, useState } from "react";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import type { Permission } from "../../contract/permissions.ts";
import type { Profile } from "../../contract/session.schema.ts";
import type { CellTools } from "../cell-tools.ts";
import { text } from "../i18n/keys.ts";
import { mount, preparePage, seen, typeInto, unmount } from "../mount.tsx";
import { takeProfile } from "../session.tsx";
import { LookupSelect } from "./lookup.tsx";

const tools = { t: text, locale: "zh" } as unknown as CellTools; // what it reads
const as = (...permissions: Permission[]): void => takeProfile({ id: "U1", token: "t", on_totp: false, permissions } as unknown as Profile); // what it reads
const chosen = vi.fn<(value: string | null) => void>();
const asked: string[] = [];

beforeAll(async () => {
  await preparePage("zh");
  vi.stubGlobal("fetch", async (request: Request | string) => {
    asked.push(typeof request === "string" ? request : request.url);
    throw new TypeError("the connection was lost");
  });
});
afterEach(() => {
  unmount();
  chosen.mockClear();
  asked.length = 0;
});
const draw = async (): Promise<HTMLInputElement> => {
  const place = await mount(<LookupSelect source="wallets" ariaLabel="钱包" value={null} onChange={chosen} tools={tools} />);
  const field = place.querySelector<HTMLInputElement>("input[aria-label]");
  if (field === null) throw new Error("there is no field");
  return field;
};

it("takes the id from whoever may not see the list, and asks for no list", async () => {
  as("transfers.create");
  const field = await draw();
  expect(field.placeholder).toBe("填写编号");
  await typeInto(field, " W1 ");
  expect(chosen.mock.calls).toEqual([["W1"]]);
  expect(asked).toEqual([]);
});

it("says that the connection is gone, and not that there is nothing", async () => {
  as("transfers.create", "wallets.see");
  const field = await draw();
  await act(async () => field.click());
  await seen(() => expect(document.body.textContent).toContain(text("errors.code.offline")));
  expect(document.body.textContent).not.toContain(text("list.filters.nothing"));
});

it("keeps what was chosen as it stood in the list, with its account, and does not search for it", async () => {
  as("transfers.create", "wallets.see");
  const row = (id: string, account: string): object => ({ id, name: "Nagad", account });
  vi.stubGlobal("fetch", async (request: Request | string) => {
    const { pathname, searchParams } = new URL(typeof request === "string" ? request : request.url, "http://dashboard");
    asked.push(searchParams.get("q") ?? "");
    const items = [row("W1", "01700000206"), row("W2", "01700000204")];
    const data = pathname.endsWith("W2") ? items[1] : { items: (searchParams.get("q") ?? "").includes("·") ? [] : items, total: 2 };
    return new Response(JSON.stringify({ success: true, data }), { headers: { "content-type": "application/json" } });
  });
  function Form(): ReactElement {
    const [value, setValue] = useState<string | null>(null);
    return <LookupSelect source="wallets" ariaLabel="钱包" value={value} onChange={setValue} tools={tools} />;
  }
  const place = await mount(<Form />);
  const field = place.querySelector<HTMLInputElement>("input[aria-label]");
  await act(async () => field?.click());
  await seen(() => expect(document.querySelectorAll("[role=option]")).toHaveLength(2));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  await act(async () => document.querySelectorAll<HTMLElement>("[role=option]")[1]?.click());
  await act(() => vi.advanceTimersByTimeAsync(1000));
  vi.useRealTimers();
  await seen(() => expect(field?.value).toBe("Nagad · 01700 000 204"));
  expect(asked.filter((q) => q.includes("·"))).toEqual([]);
});
