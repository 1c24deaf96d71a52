// @vitest-environment happy-dom
/** An act that can be taken back is done without a question, says what it did to what, and goes back by its opposite. */
import { act, type ReactElement, useEffect } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { merchantActions } from "../../screens/merchants/actions.ts";
import { userActions } from "../../screens/users/actions.ts";
import { walletActions } from "../../screens/wallets/actions.ts";
import type { CellTools } from "../../cell-tools.ts";
import type { Permission } from "../../../contract/permissions.ts";
import type { Profile } from "../../../contract/session.schema.ts";
import { text } from "../../i18n/keys.ts";
import { mount, preparePage, seen, unmount } from "../../mount.tsx";
import { takeProfile } from "../../session.tsx";
import { asked } from "../../ui/confirm.ts";
import { Notices } from "../../ui/notices.tsx";
import { UNDO_MS, undoLast } from "../../ui/undo.ts";
import type { ActionSpec, HasId } from "../spec/index.ts";
import { type RowActions, useRowActions } from "./use-actions.tsx";

type Row = HasId & Record<string, unknown>;
const tools = { t: text, locale: "zh", currency: "BDT" } as unknown as CellTools; // what words need of it
const LISTS: Readonly<Record<string, { readonly acts: readonly { readonly id: string }[]; readonly row: Row; readonly name: string }>> = {
  users: { acts: userActions, name: "wang", row: { id: "U1", account: "wang", user_type: "operator", enabled: true, deleted: false } },
  merchants: { acts: merchantActions, name: "Lotus", row: { id: "M1", name: "Lotus", balance: "0.00", held_balance: "0.00", payments_open: true } },
  wallets: {
    acts: walletActions,
    name: "NG-03",
    row: { id: "W1", name: "NG-03", account: "01711111111", balance: "0.00", frozen_balance: "0.00", breaks: null },
  },
};
const calls: { path: string; body: unknown }[] = [];
let status = 200;
const hook: { acts: RowActions<Row> | null } = { acts: null };
const done = vi.fn();
let place: HTMLElement;

function Probe(): ReactElement {
  const acts = useRowActions<Row>([], tools, done, async () => null);
  useEffect(() => {
    hook.acts = acts;
  });
  return <Notices />;
}
const signIn = (permissions: readonly Permission[]): void =>
  void takeProfile({ token: "t", id: "U9", account: "lee", on_totp: false, permissions } as unknown as Profile); // what is asked of it

beforeEach(async () => {
  await preparePage("zh");
  signIn(["merchants.open", "merchants.close"]);
  vi.stubGlobal("fetch", async (request: Request | string, init?: RequestInit) => {
    const url = typeof request === "string" ? request : request.url;
    const body = JSON.parse(String(init?.body ?? (typeof request === "string" ? "{}" : await request.text()))) as { version: number };
    calls.push({ path: url.replace(/^https?:\/\/[^/]*/, ""), body });
    const id = /\/([UMW]1)\//.exec(url)?.[1];
    const data = status === 202 ? { approval: { id: "A1" } } : { id, version: body.version + 1, actions: [] };
    return new Response(JSON.stringify({ success: true, data }), { status, headers: { "content-type": "application/json" } });
  });
  place = await mount(<Probe />);
});
afterEach(() => {
  vi.useRealTimers();
  act(() => asked.get()?.answer({ confirmed: false, input: "" }));
  unmount();
  vi.unstubAllGlobals();
  calls.length = 0;
  status = 200;
  done.mockReset();
});

/** Starts an act of a list; a question stays open. */
async function start(list: string, id: string): Promise<void> {
  const found = LISTS[list]?.acts.find((one) => one.id === id) as ActionSpec<Row> | undefined; // the row is of its list
  if (found === undefined || LISTS[list] === undefined) throw new Error(`${list} has no ${id}`);
  const { row } = LISTS[list];
  await act(async () => {
    void hook.acts?.act(found, { ...row, version: 4 });
    await new Promise((resolve) => setTimeout(resolve, 10));
  });
}
const takeBack = () => act(async () => undoLast());
const notice = (): string => place.querySelector("section")?.textContent ?? "";

describe.each(Object.keys(LISTS))("in the list of %s", (list) => {
  it("disabling asks nothing, says what it means, and is taken back by enabling under the version that it made", async () => {
    await start(list, "disable");
    expect(asked.get()).toBeNull();
    expect(notice()).toMatch(new RegExp(`已停用 · ${LISTS[list]?.name}`));
    expect(notice().length).toBeGreaterThan(30); // what the question would have said stands there too
    await takeBack();
    const id = LISTS[list]?.row.id;
    expect(calls).toEqual([
      { path: `/api/${list}/${id}/disable`, body: { version: 4 } },
      { path: `/api/${list}/${id}/enable`, body: { version: 5 } },
    ]);
    // The list gets the object as it is after each, and goes on to no other.
    expect(done.mock.calls.map(([, , data, over]) => [(data as { version: number }).version, over])).toEqual([
      [5, true],
      [6, false],
    ]);
  });

  it("deleting asks, since the specification does, and is taken back by recovering", async () => {
    await start(list, "delete");
    expect(calls).toEqual([]);
    await act(async () => {
      asked.get()?.answer({ confirmed: true, input: "" });
      await new Promise((resolve) => setTimeout(resolve, 10));
    });
    await takeBack();
    expect(calls.map(({ path }) => path.split("/").at(-1))).toEqual(["delete", "recover"]);
  });

  it("enabling and recovering are asked about: they let money or people in", async () => {
    for (const id of ["enable", "recover"]) {
      await start(list, id);
      expect(asked.get()).not.toBeNull();
      act(() => asked.get()?.answer({ confirmed: false, input: "" }));
    }
    expect(calls).toEqual([]);
  });
});

it("is sent once, however often it is pressed before the answer comes, and anew afterwards", async () => {
  let come: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    come = resolve;
  });
  const before = globalThis.fetch;
  vi.stubGlobal("fetch", async (request: string, init?: RequestInit) => (await held, before(request, init)));
  const sent = vi.spyOn(globalThis, "fetch");
  for (let presses = 0; presses < 3; presses += 1) await start("wallets", "disable");
  expect(sent).toHaveBeenCalledOnce();
  come();
  await seen(() => expect(place.querySelectorAll("[data-offer]")).toHaveLength(1));
  expect(done).toHaveBeenCalledOnce();
  await start("wallets", "disable");
  expect(sent).toHaveBeenCalledTimes(2);
  await seen(() => expect(done).toHaveBeenCalledTimes(2));
  // No offer is left for the next test.
  for (const left of [1, 0]) {
    await takeBack();
    await seen(() => expect(place.querySelectorAll("[data-offer]")).toHaveLength(left));
  }
});

describe("what cannot be taken back", () => {
  it("is asked about: closing, by somebody who may not open again", async () => {
    await start("merchants", "closePayments");
    await takeBack();
    expect(calls.map(({ body }) => body)).toEqual([
      { version: 4, payments: false },
      { version: 5, payments: true },
    ]);
    signIn(["merchants.close"]);
    await start("merchants", "closePayments");
    expect(asked.get()).not.toBeNull();
    expect(calls).toHaveLength(2);
  });

  it("is not offered for what waits for a checker, nor after its time", async () => {
    status = 202;
    await start("merchants", "disable");
    expect(place.querySelector("[data-offer]")).toBeNull();
    status = 200;
    vi.useFakeTimers();
    await act(async () => {
      void hook.acts?.act(walletActions.find((one) => one.id === "disable") as unknown as ActionSpec<Row>, { ...LISTS.wallets?.row, id: "W1", version: 1 });
      await vi.advanceTimersByTimeAsync(50);
    });
    expect(place.querySelector("[data-offer]")).not.toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(UNDO_MS + 100));
    expect(place.querySelector("[data-offer]")).toBeNull();
    const before = calls.length;
    await takeBack();
    expect(calls).toHaveLength(before);
  });
});
