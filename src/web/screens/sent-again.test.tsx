// @vitest-environment happy-dom
/** What is asked for again because no answer came is the same, though the first try has moved what the form tells of balances meanwhile. */
import { act, type ReactElement } from "react";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import type { FormSpec, Values } from "../forms/spec.ts";
import { type ActionForm, useActionForm } from "../forms/use-action-form.ts";
import { mount, preparePage, seen, unmount } from "../mount.tsx";
import { createForm as transfer } from "./transfers/forms.tsx";
import { createForm as withdrawal } from "./withdrawal/forms.tsx";

let form: ActionForm<null> | null = null;
const take = (now: ActionForm<null>): void => void (form = now);
function Place({ spec }: { readonly spec: FormSpec<null> }): ReactElement | null {
  take(useActionForm(spec, null, () => undefined));
  return null;
}
const change = (how: (now: ActionForm<null>) => void) => act(async () => void (form && how(form)));
const send = () => act(async () => form?.submit());

beforeAll(async () => {
  await preparePage("zh");
  // Whether the same was asked for before: it was not.
  const nothing = JSON.stringify({ success: true, data: { items: [] } });
  vi.stubGlobal("fetch", async () => new Response(nothing, { headers: { "content-type": "application/json" } }));
});
afterEach(unmount);

it.each([
  ["withdrawal", withdrawal(false), { amount: "1.25", receiving_account: "DBBL 1" }, [{ available: "10.00" }, { available: "8.75" }]],
  [
    "transfer",
    transfer,
    { kind: "b2b_out", from_wallet_id: "W1", amount: "1.25" },
    [
      { effect: "", short_known: "" },
      { effect: "W1 1.25", short_known: "true" },
    ],
  ],
] as const)("of a %s carries the same key until something else is typed", async (_what, spec, typed, told) => {
  const keys: string[] = [];
  const submit = async (_values: Values, _none: null, key: string) => {
    keys.push(key);
    return { success: false as const, data: null, error: { code: "offline" as const, message: "", status: 0 } };
  };
  await mount(<Place spec={{ ...(spec as FormSpec<null>), submit }} />);
  await change((now) => now.set(typed));
  for (const values of told) {
    await change((now) => now.set(values));
    const sent = keys.length;
    await send();
    await seen(() => expect(keys).toHaveLength(sent + 1));
  }
  await change((now) => now.set({ amount: "2.00" }));
  await send();
  await seen(() => expect(keys).toHaveLength(3));
  const [first, second, other] = keys;
  expect([keys.length, second === first, other === first]).toEqual([3, true, false]);
});
