// @vitest-environment happy-dom
/** What is said of an act on something with an amount: which one it was and how much, where these eyes see amounts. */
import { act, type ReactElement, useEffect } from "react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { Permission } from "../../../contract/permissions.ts";
import type { Profile } from "../../../contract/session.schema.ts";
import type { CellTools } from "../../cell-tools.ts";
import { setCovered } from "../../covered.ts";
import { text } from "../../i18n/keys.ts";
import { mount, preparePage, seen, unmount } from "../../mount.tsx";
import { paymentActions } from "../../screens/payments/actions.ts";
import { transferActions } from "../../screens/transfers/actions.ts";
import { takeProfile } from "../../session.tsx";
import { notifyAsked } from "../../ui/asked.ts";
import { asked } from "../../ui/confirm.ts";
import { Notices } from "../../ui/notices.tsx";
import type { ActionSpec, HasId } from "../spec/index.ts";
import { type RowActions, useRowActions } from "./use-actions.tsx";

type Row = HasId & Record<string, unknown>;
const tools: CellTools = { t: text, locale: "en", currency: "BDT" };
const hook: { acts: RowActions<Row> | null } = { acts: null };
let answer: Row | { approval: object } = { id: "" };
let place: HTMLElement;

function Probe(): ReactElement {
  const acts = useRowActions<Row>(
    [],
    tools,
    () => undefined,
    async () => null,
  );
  useEffect(() => {
    hook.acts = acts;
  });
  return <Notices />;
}
const as = (...permissions: Permission[]): void =>
  takeProfile({ token: "t", id: "U9", on_totp: false, permissions, currency: "BDT" } as Partial<Profile> as Profile); // what is read of it

beforeAll(async () => {
  await preparePage("en");
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify({ success: true, data: answer }), { headers: { "content-type": "application/json" } }));
});
beforeEach(async () => {
  as("amounts.see");
  place = await mount(<Probe />);
});
afterEach(() => {
  setCovered(false);
  unmount();
});

/** Does an act that only asks, and answers what is said then. */
async function done(acts: readonly ActionSpec<never>[], id: string, row: Row): Promise<string> {
  const found = acts.find((one) => one.id === id) as unknown as ActionSpec<Row>; // the row is of its list
  await act(async () => void hook.acts?.act(found, row));
  await act(async () => asked.get()?.answer({ confirmed: true, input: "" }));
  await seen(() => expect(place.textContent).toContain(row.id));
  return [...place.querySelectorAll('[role="status"]')].at(-1)?.textContent ?? "";
}

it.each([
  ["transfers", transferActions, "cancel", "T1"],
  ["payments", paymentActions, "recheck", "P1"],
] as const)("names object and amount: %s", async (_list, acts, id, rowId) => {
  const row: Row = { id: rowId, version: 1, amount: "1250.00", status: "pending", actions: [id] };
  answer = { ...row, version: 2 };
  expect(await done(acts as never, id, row)).toContain(`${rowId} · BDT\u00a01,250.00`);
});

it("says what came in where that is another sum than was ordered", async () => {
  answer = { id: "P2", version: 2, amount: "500.00", received_amount: "480.00", status: "completed" };
  expect(await done(paymentActions as never, "recheck", { id: "P2", version: 1, amount: "500.00", received_amount: null, status: "review" })).toContain(
    "BDT\u00a0480.00",
  );
});

it("says no amount to whoever sees none, and dots where amounts are hidden on the screen", async () => {
  as();
  answer = { id: "T3", version: 2, amount: "•••" };
  expect(await done(transferActions as never, "cancel", { id: "T3", version: 1, amount: "•••" })).not.toMatch(/BDT|•/);
  as("amounts.see");
  setCovered(true);
  answer = { id: "T4", version: 2, amount: "77.50" };
  const told = await done(transferActions as never, "cancel", { id: "T4", version: 1, amount: "77.50" });
  expect(told).not.toContain("77.50");
  expect(told).toContain("••••");
});

it("names a request for a second approval, what it is about and how much", async () => {
  await act(async () => notifyAsked({ approval: { id: "A1", object: { type: "payment", id: "P9", name: null }, amount: "90000.00" } }));
  expect(place.textContent).toContain("A1 · P9 · BDT\u00a090,000.00");
});
