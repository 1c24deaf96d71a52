// @vitest-environment happy-dom
/** The evidence of an order as a file: whole, in both languages, and nothing in it runs. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { DeliveryDetail } from "../../contract/deliveries.schema.ts";
import type { DisburseDetail } from "../../contract/disburses.schema.ts";
import type { PaymentDetail } from "../../contract/payments.schema.ts";
import type { WithdrawalDetail } from "../../contract/withdrawal.schema.ts";
import { activate, startMessages } from "../i18n/index.ts";
import { text } from "../i18n/keys.ts";
import { viewAs } from "../list/suite-viewer.ts";
import { disbursePage } from "../screens/disburses/evidence-file.ts";
import { paymentPage } from "../screens/payments/evidence-file.ts";
import { withdrawalPage } from "../screens/withdrawal/evidence-file.ts";
import { saveEvidence } from "./save.ts";

const HOSTILE = `</pre></style><script>alert(1)</script><img src=x onerror="alert(2)">&amp;\u0000`;
const message = {
  id: "S261120XY12AB34",
  sender: "bKash",
  text: `You have received Tk 1,188.33 from 01812345678. TrxID CK7A91QWE0 ${HOSTILE}`,
  kind: "received",
  amount: "1188.33",
  trx_id: "CK7A91QWE0",
  counterparty: "01812345678",
  reference: null,
  match_status: "matched",
  received_at: "2026-11-20T04:01:07.000Z",
  score: null,
  reasons: ["amount_differs"],
};
const delivery: DeliveryDetail = {
  id: "V261120XY12AB34",
  webhook_id: "msg_1",
  merchant_id: "M261120XY12AB34",
  merchant_name: "Padma",
  object: { type: "payment", id: "P261120XY12AB34" },
  type: "payment.completed",
  url: "https://padma.example/hook",
  status: "delivered",
  attempts: [{ at: "2026-11-20T04:01:09.000Z", code: 200, ms: 31, body_start: HOSTILE, error: null }],
  next_at: null,
  created_at: "2026-11-20T04:01:08.000Z",
  body: { type: "payment.completed", note: HOSTILE },
};
const shared = {
  merchant_id: "M261120XY12AB34",
  merchant_name: "Padma <Travel>",
  merchant_order_id: "SO-1",
  operator: "bkash",
  wallet_id: "W261120XY12AB34",
  wallet_name: "bKash 01",
  amount: "1170.33",
  fee: "18.75",
  trx_id: "CK7A91QWE0",
  customer: "01812345678",
  status: "completed",
  reason: null,
  created_at: "2026-11-20T04:00:03.000Z",
  paid_at: "2026-11-20T04:01:07.000Z",
  disputed_at: null,
  remote_ip: "103.4.1.17",
  user_id: "u1",
  operators: ["lin"],
  notes: [{ at: "2026-11-20T04:02:00.000Z", account: "lin", text: `called ${HOSTILE}` }],
  metadata: { basket: HOSTILE },
  notify_url: "https://padma.example/hook",
  fee_rule: { rate_bps: 150, fixed: "0.00", min: null, max: null },
  timeline: [
    {
      at: "2026-11-20T04:00:03.000Z",
      kind: "created",
      actor: { type: "merchant", id: null, account: null },
      text_key: "timeline.created",
      params: {},
      data: null,
    },
    {
      at: "2026-11-20T04:02:00.000Z",
      kind: "note",
      actor: { type: "user", id: null, account: "lin" },
      text_key: "timeline.note",
      params: { text: HOSTILE },
      data: null,
    },
  ],
  entries: [
    {
      id: "J1",
      account: "merchant:Padma",
      kind: "payment",
      amount: "1188.33",
      before_balance: "0.00",
      after_balance: "1188.33",
      created_at: "2026-11-20T04:01:07.000Z",
    },
  ],
  messages: [message],
  candidates: [],
  routing: null,
};
const payment = {
  ...shared,
  id: "P261120XY12AB34",
  receiving_account: "01712345678",
  received_amount: "1188.33",
  message_amount: null,
  claimed_trx: null,
  expires_at: "2026-11-20T04:15:00.000Z",
  reversed_at: null,
  wallet_type: "personal",
  submitted_trx: ["CK7A91QWE0"],
} as unknown as PaymentDetail; // the fields that the page reads
const payout = {
  ...shared,
  id: "D261120XY12AB34",
  way: "app",
  cost: "5.00",
  returned_at: null,
  attempts: [
    {
      no: 1,
      wallet_id: "W261120XY12AB34",
      wallet_name: "bKash 01",
      way: "app",
      status: "completed",
      reference: "D261120XY12AB34A1",
      operator_reference: null,
      claimed_trx_id: null,
      trx_id: "CK7A91QWE0",
      cost: "5.00",
      error: null,
      started_at: "2026-11-20T04:00:30.000Z",
      acknowledged_at: null,
      ended_at: "2026-11-20T04:01:00.000Z",
    },
  ],
  evidence: [{ attempt: 1, at: "2026-11-20T04:00:59.000Z", source: "device", code: "sent", message: HOSTILE, account: null, data: { said: HOSTILE } }],
  continuity: null,
} as unknown as DisburseDetail; // the fields that the page reads
const withdrawal = {
  ...shared,
  id: "X261120XY12AB34",
  status: "paid",
  receiving_account: `City Bank 1,170.33 ${HOSTILE}`,
  max_available: "5000.00",
  note: "",
  submitter: "padma.boss",
  approver: "lin",
  payer: "chen",
  paid: true,
  reference: "CK7A91QWE0",
  cost: "5.00",
  bank_file: null,
  approved_at: "2026-11-20T04:00:40.000Z",
  messages: [{ ...message, wallet_id: "W261120XY12AB34", wallet_name: "bKash 01", direction: "debit", fee: "5.00" }],
  deliveries: [],
} as unknown as WithdrawalDetail; // the fields that the page reads
const made = { made_at: "2026-11-26T03:47:05.000Z", made_by: "lin", masked: false, notifications: [delivery] };

async function pages(locale: "zh" | "en"): Promise<Document[]> {
  await activate(locale, "rest");
  const tools = { t: text, locale, currency: "BDT" } as const;
  const texts = [
    paymentPage({ ...made, order: payment }, tools),
    disbursePage({ ...made, order: payout }, tools),
    withdrawalPage({ ...made, order: withdrawal }, tools),
  ];
  return texts.map((page) => {
    expect(page.startsWith("<!doctype html><html")).toBe(true);
    return new DOMParser().parseFromString(page, "text/html");
  });
}

beforeEach(() => {
  startMessages();
  viewAs("admin");
});

describe.each(["zh", "en"] as const)("the page in %s", (locale) => {
  it("holds timeline, both sides, the message's raw text, entries and the bodies of notifications, to the second", async () => {
    for (const [at, page] of (await pages(locale)).entries()) {
      const shown = page.body.textContent ?? "";
      for (const part of [
        "2026/11/20 12:01:07",
        "1,188.33",
        "1,170.33",
        "CK7A91QWE0",
        "You have received Tk",
        "msg_1",
        '"type": "payment.completed"',
        "2026/11/26 11:47:05",
      ])
        expect(shown).toContain(part);
      expect(page.querySelectorAll("h2").length).toBeGreaterThanOrEqual(at === 2 ? 5 : 6);
      expect(/\b(list|evidence|payments|disburses|withdrawal|transfers|words)\.[a-zA-Z]/.exec(shown)?.[0]).toBeUndefined();
      expect(/代|提现/.test(shown)).toBe(locale === "zh");
    }
  });

  it("runs nothing and asks for nothing from elsewhere, whatever its texts hold", async () => {
    for (const page of await pages(locale)) {
      expect(page.querySelectorAll("script, img, link, iframe, object, form, a, [onerror], [src], [href]").length).toBe(0);
      expect(page.querySelector("meta[http-equiv]")?.getAttribute("content")).toContain("default-src 'none'");
      expect(page.body.textContent).toContain(`<script>alert(1)</script><img src=x onerror="alert(2)">&amp;`);
      expect(page.body.textContent).not.toContain("\u0000");
    }
  });
});

it("tells the amounts apart, in words and as a sum", async () => {
  const [page] = await pages("en");
  const line = [...(page?.querySelectorAll("tr") ?? [])].find((row) => row.textContent?.startsWith(text("payments.evidence.amount")));
  expect([...(line?.children ?? [])].map((cell) => cell.textContent).slice(1)).toEqual(["1,170.33", "1,188.33", "18.00"]);
});

it("says of a masked one that it is, and leaves out for merchants what their screen leaves out", async () => {
  await activate("zh", "rest");
  viewAs("merchant_admin");
  const tools = { t: text, locale: "zh", currency: "BDT" } as const;
  const own = { ...made, masked: true };
  const texts = [
    paymentPage({ ...own, order: { ...payment, messages: [], wallet_id: null, wallet_name: null } }, tools),
    disbursePage({ ...own, order: { ...payout, messages: [], attempts: [], evidence: [] } }, tools),
    withdrawalPage({ ...own, order: { ...withdrawal, messages: [], wallet_id: null, wallet_name: null, approver: null, payer: null, cost: null } }, tools),
  ];
  for (const page of texts) {
    expect(page).toContain(text("evidence.masked"));
    for (const part of ["bKash 01", text("list.drawer.messages"), text("disburses.drawer.attempts"), text("words.field.operator_cost")])
      expect(page).not.toContain(`>${part}`);
  }
});

it("is saved under a name that says what it is and when it was made; a refusal is handed on", async () => {
  await activate("en", "rest");
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const tools = { t: text, locale: "en", currency: "BDT" } as const;
  const answer = { success: true, status: 200, data: { at: "2026/11/26 11:47:05" } } as const;
  const write = ({ at }: { at: string }): string => at;
  expect(saveEvidence(answer, "P1", write, write, tools)).toEqual({ file: "evidence-P1-20261126-1147.html" });
  expect(saved).toEqual(["evidence-P1-20261126-1147.html"]);
  const error = { code: "not_found", message: "", status: 404 } as const;
  expect(saveEvidence<{ at: string }>({ success: false, data: null, error }, "P1", write, write, tools)).toEqual({ error });
});
