// @vitest-environment happy-dom
/** The form of a fee: what nobody has touched shows the rule that holds where the fee is for. */
import { act } from "react";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import type { FeeVersion, FeeVersions } from "../../../../contract/fees.schema.ts";
import type { MerchantRow } from "../../../../contract/merchants.schema.ts";
import type { CellTools } from "../../../cell-tools.ts";
import FormDialog from "../../../forms/form-dialog.tsx";
import { text } from "../../../i18n/keys.ts";
import { mount, preparePage, seen, typeInto, unmount } from "../../../mount.tsx";
import { feeForm } from "./form.ts";

const MERCHANT = { id: "M1", name: "Lotus", version: 3 } as MerchantRow; // what the form reads
const rule = (rate_bps: number, fixed = "0.00") => ({ rate_bps, fixed, min: null, max: null, tiers: [] });
const present = (direction: FeeVersion["direction"], operator: FeeVersion["operator"], of: FeeVersion["rule"]) =>
  ({ id: `${direction} ${operator}`, direction, operator, rule: of, state: "present" }) as FeeVersion; // what the form reads
const fees = (payouts: number): FeeVersions => ({
  merchant_id: "M1",
  merchant_version: payouts,
  items: [
    present("payment", null, rule(150, "1.00")),
    present("disburse", null, rule(payouts)),
    present("payment", "nagad", rule(90)),
    // Its own rule has ended.
    present("disburse", "nagad", null),
  ],
});
const sent: unknown[] = [];

beforeAll(async () => {
  await preparePage("en");
  vi.stubGlobal("fetch", async (request: Request | string, init?: RequestInit) => {
    const url = typeof request === "string" ? request : request.url;
    const body = String(init?.body ?? (typeof request === "string" ? "" : await request.text()));
    if (body !== "") sent.push(JSON.parse(body));
    const answer =
      body === ""
        ? { success: true, data: url.endsWith("/fees") ? fees(70) : { ...MERCHANT, version: 4 } }
        : { success: false, error: { code: "conflict", message: "", request_id: "r" } };
    return new Response(JSON.stringify(answer), { status: answer.success ? 200 : 409, headers: { "content-type": "application/json" } });
  });
});
afterEach(() => {
  unmount();
  sent.length = 0;
});
afterAll(() => vi.unstubAllGlobals());

const tools: CellTools = { t: text, locale: "en", currency: "BDT" };
const show = () =>
  mount(
    <FormDialog
      spec={feeForm(fees(50), ["bkash", "nagad"])}
      subject={MERCHANT}
      tools={tools}
      stillOffered={() => true}
      onClose={() => undefined}
      onDone={() => undefined}
    />,
  );
const input = (label: string): HTMLInputElement => {
  const id = [...document.querySelectorAll("label")].find((one) => one.textContent.replace(" *", "") === label)?.htmlFor ?? "";
  return document.getElementById(id) as HTMLInputElement; // the form has it
};
const shown = (): string[] => [input("Rate (%)").value, input("Fixed per order").value];
async function choose(label: string, option: string): Promise<void> {
  await act(async () => input(label).click());
  await act(async () => [...document.querySelectorAll<HTMLElement>('[role="option"]')].find((one) => one.textContent === option)?.click());
}
const type = (field: HTMLInputElement, typed: string) => typeInto(field, typed);

it("shows the rule in force for the direction and the operator that are chosen", async () => {
  await show();
  await seen(() => expect(shown()).toEqual(["1.5", "1.00"]));
  await choose("Operator", "Nagad");
  expect(shown()).toEqual(["0.9", "0.00"]);
  await choose("Direction", "Payouts");
  expect(shown()).toEqual(["0.5", "0.00"]);
  await choose("Operator", "All operators");
  await choose("Direction", "Payments");
  expect(shown()).toEqual(["1.5", "1.00"]);
});

it("keeps what is typed, also when somebody else has changed the fees meanwhile", async () => {
  await show();
  await seen(() => expect(shown()).toEqual(["1.5", "1.00"]));
  await type(input("Fixed per order"), "2.00");
  await choose("Direction", "Payouts");
  expect(shown()).toEqual(["0.5", "2.00"]);
  await act(async () => document.querySelector("form")?.requestSubmit());
  await seen(() => expect(shown()).toEqual(["0.7", "2.00"]));
  await act(async () => document.querySelector("form")?.requestSubmit());
  await seen(() => expect(sent).toHaveLength(2));
  expect(sent.at(-1)).toMatchObject({ version: 70, direction: "disburse", operator: null, rule: { rate_bps: 70, fixed: "2.00" } });
});
