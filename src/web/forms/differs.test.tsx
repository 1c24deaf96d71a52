// @vitest-environment happy-dom
/** A TrxID whose message does not fit is refused with what message and order have each, in both languages. */
import { act } from "react";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { PaymentRow } from "../../contract/payments.schema.ts";
import { activate, startMessages } from "../i18n/index.ts";
import { text } from "../i18n/keys.ts";
import type { CellTools } from "../cell-tools.ts";
import { mount, typeInto, unmount } from "../mount.tsx";
import { correctForm } from "../screens/payments/forms.tsx";
import { differsWords } from "./differs.ts";
import FormDialog from "./form-dialog.tsx";

const DETAILS = { message_amount: "5000.00", amount: "100.00", message_wallet: "bKash 02", wallet: "bKash 01", other_wallet: true };
const refused = (details: Record<string, unknown>, code = "trx_mismatch") =>
  ({ code, message: "", status: 422, details }) as Parameters<typeof differsWords>[0];
const ROW = { id: "P1", amount: "100.00", trx_id: "CK7A91QWE0", version: 3, status: "completed" } as unknown as PaymentRow; // what the form reads
const sent: unknown[] = [];

beforeAll(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  vi.stubGlobal("fetch", async (request: Request | string, init?: RequestInit) => {
    sent.push(JSON.parse(String(init?.body ?? (typeof request === "string" ? "null" : await request.text()))));
    const error = { code: "trx_mismatch", message: "", fields: { trx_id: "mismatch" }, details: DETAILS };
    return new Response(JSON.stringify({ success: false, data: null, error }), { status: 422, headers: { "content-type": "application/json" } });
  });
  startMessages();
});
afterEach(unmount);

describe("what does not fit", () => {
  it.each([
    ["zh", ["短信金额 5,000.00，订单金额 100.00", "短信钱包 bKash 02，订单钱包 bKash 01"]],
    ["en", ["Message 5,000.00, order 100.00", "Message on bKash 02, order on bKash 01"]],
  ] as const)("is named with both values: %s", async (locale, words) => {
    await activate(locale, "rest");
    expect(differsWords(refused(DETAILS))).toEqual(words);
    expect(differsWords(refused({ ...DETAILS, message_amount: "100.00" }))).toEqual([words[1]]);
    expect(differsWords(refused({ ...DETAILS, message_wallet: "bKash 01" }))).toEqual([words[0]]);
    expect([differsWords(refused({ match_status: "suspicious" })), differsWords(refused(DETAILS, "conflict"))]).toEqual([[], []]);
  });

  it("stands in the dialog of a correction that the server refused, which sent version, TrxID and reason", async () => {
    await activate("zh", "rest");
    const tools = { t: text, locale: "zh", currency: "BDT" } as unknown as CellTools; // what a dialog reads
    await mount(<FormDialog spec={correctForm} subject={ROW} tools={tools} stillOffered={() => true} onClose={() => undefined} onDone={() => undefined} />);
    const field = <E extends HTMLElement>(selector: string): E => document.body.querySelector<E>(selector) ?? expect.fail(`no ${selector}`);
    await vi.waitFor(() => field("form input"), 60_000);
    expect(field<HTMLInputElement>("form input").value).toBe("CK7A91QWE0");
    const reason = field<HTMLTextAreaElement>("form textarea");
    await typeInto(reason, "mistyped");
    await act(async () => field<HTMLFormElement>("form").dispatchEvent(new Event("submit", { bubbles: true, cancelable: true })));
    await vi.waitFor(() => expect(document.body.textContent).toContain("短信金额 5,000.00，订单金额 100.00"), 60_000);
    expect(document.body.textContent).toContain("短信钱包 bKash 02，订单钱包 bKash 01");
    expect(sent).toEqual([{ version: 3, trx_id: "CK7A91QWE0", reason: "mistyped" }]);
  });
});
