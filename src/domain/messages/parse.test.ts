import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { formatAmountOrNull } from "../../contract/money.ts";
import { compileLayouts, kindFor, MESSAGE_KINDS, parseMessage, RULES, SENDER_IDS, trxDay, type ParseInput, type ParsedMessage } from "./index.ts";
import { hasMeaning } from "./meaning.ts";

interface Sample {
  readonly id: string;
  readonly operator: ParseInput["operator"];
  readonly sender: string | null;
  readonly wallet: ParseInput["walletType"];
  readonly text: string;
  readonly expect: Readonly<Record<string, string | null>>;
}

const samples = readFileSync(new URL("../../../test/fixtures/sms-samples.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Sample);

const asExpected = (parsed: ParsedMessage): Record<string, string | null> => ({
  kind: parsed.kind,
  amount: formatAmountOrNull(parsed.amount),
  fee: formatAmountOrNull(parsed.fee),
  balance: formatAmountOrNull(parsed.balance),
  trx_id: parsed.trxId,
  counterparty: parsed.counterparty,
  time: parsed.operatorTime,
  ...(parsed.commission === null ? {} : { commission: formatAmountOrNull(parsed.commission) }),
});

const bkash = (text: string, more: Partial<ParseInput> = {}): ParsedMessage =>
  parseMessage({ operator: "bkash", walletType: "personal", sender: "bKash", text, ...more });
const codes = (parsed: ParsedMessage): string[] => parsed.evidence.map(({ code }) => code);
const received = (reference: string): string =>
  `You have received Tk 500.00 from 01711111111. Ref ${reference}. Fee Tk 0.00. Balance Tk 1,500.00. TrxID CAK845MSGS at 20/01/2025 10:53`;

describe("refusals", () => {
  test("a sender that is not the operator's never counts as money, values are kept", () => {
    for (const sender of ["+8801799999999", "BKASH", "bKash.", "b-Kash"]) {
      const parsed = bkash(received("x"), { sender });
      expect(parsed).toMatchObject({ kind: "spoof_suspect", status: "suspicious", direction: "none", amount: 50_000n, trxId: "CAK845MSGS" });
      expect(codes(parsed)).toContain("sender_unknown");
    }
  });

  test("config decides which senders are the operator's", () => {
    expect(bkash(received("x"), { sender: "8000", senderIds: ["8000"] }).kind).toBe("receive");
    expect(bkash(received("x"), { senderIds: ["8000"] }).kind).toBe("spoof_suspect");
  });

  test("two transaction ids", () => {
    const parsed = bkash(received("TrxID ABC1234567 Tk 9999"));
    expect(parsed.status).toBe("suspicious");
    expect(codes(parsed)).toContain("two_trx_ids");
    expect(parsed.trxId).toBe("CAK845MSGS");
  });

  test("a reference that holds a whole tail", () => {
    const parsed = bkash(received("a. Fee Tk 1.00. Balance Tk 9.00. TrxID CAK845MSGT at 20/01/2025 10:53. b"));
    expect(parsed).toMatchObject({ status: "suspicious", trxId: "CAK845MSGS", amount: 50_000n, balance: null });
  });

  test("words after the layout that take it back", () => {
    const parsed = bkash(`${received("x")}. This transaction has been reversed.`);
    expect(parsed).toMatchObject({ status: "suspicious", direction: "none", amount: 50_000n, unexplained: ["This transaction has been reversed"] });
    expect(parsed.evidence).toEqual([{ code: "words_deny", detail: "This transaction has been reversed" }]);
  });

  test("unrecognised wording is not guessed", () => {
    for (const text of ["Your agent wallet has been topped up by Tk 4,500.00 ref X1", "Tk 500 TrxID CAK845MSGS", "", " ", "Ref"]) {
      expect(bkash(text)).toMatchObject({ kind: "unknown", status: "unparsed", amount: null, trxId: null, balance: null });
    }
  });

  test("too long a text is not read", () => {
    expect(bkash(received("x".repeat(4_000)))).toMatchObject({ kind: "unknown", status: "unparsed" });
  });

  test("another operator's layout on this wallet is not this operator's money", () => {
    expect(
      bkash("Money Received.\nAmount: Tk 5.00\nSender: 01700000001\nTxnID: 74HNFMWH\nBalance: Tk 9.00\n20/10/2025 18:03", { sender: "NAGAD" }).amount ===
        null || codes(bkash("x", { sender: "NAGAD" })).includes("sender_unknown"),
    ).toBe(true);
  });

  test("the recorded fake of Nagad, with other values too", () => {
    const fake = (amount: string, commission: string) =>
      `Cash Out ReceivedAmount: Tk ${amount}Customer:01633091951TxnID:7200XCJBComm: Tk ${commission}Balance: Tk 65981.1025/06/2023 17:25`;
    for (const text of [fake("1000.00", "04.10"), fake("2500.00", "10.25"), fake("500.00", "02.05")]) {
      expect(parseMessage({ operator: "nagad", walletType: "agent", sender: "NAGAD", text })).toMatchObject({
        kind: "spoof_suspect",
        status: "suspicious",
        balance: 6_598_110n,
      });
    }
  });

  test("money words ahead of a layout do not count as promotion", () => {
    const text = `Unknown notice. Ref Money Received. Amount: Tk 9.00 Sender: 01700000001 TxnID: 74HNFMWH Balance: Tk 9.00 20/10/2025 18:03`;
    expect(parseMessage({ operator: "nagad", walletType: "personal", sender: "NAGAD", text }).status).toBe("unparsed");
  });
});

describe("samples", () => {
  test.each(samples.map((sample) => [sample.id, sample] as const))("%s", (_, sample) => {
    const parsed = parseMessage({ operator: sample.operator, walletType: sample.wallet, sender: sample.sender, text: sample.text });
    expect(asExpected(parsed)).toEqual(sample.expect);
  });

  test("without the operator, where the sender tells it", () => {
    for (const sample of samples) {
      const owners = Object.entries(SENDER_IDS).filter(([, ids]) => sample.sender !== null && ids.includes(sample.sender));
      if (owners.length !== 1) continue;
      const parsed = parseMessage({ operator: null, walletType: sample.wallet, sender: sample.sender, text: sample.text });
      expect(parsed.operator).toBe(sample.operator);
      expect(asExpected(parsed)).toEqual(sample.expect);
    }
  });
});

describe("references", () => {
  test.each([
    ["parsed", "rent for june"],
    ["parsed", "order 123 456"],
    ["review", "Fee Tk 0.00"],
    ["parsed", "TrxID"],
    ["review", "9999.00 from 01812345678"],
    ["review", "Balance Tk 99,999.00"],
    ["parsed", "a.b.c"],
    ["parsed", "ধার শোধ"],
    ["parsed", "tuition fee 500"],
    ["parsed", "Ref Ref"],
    ["review", "at 20/01/2025 10:53"],
    ["review", "Tk 1.00. Fee"],
  ])("%s: %s", (status, reference) => {
    expect(bkash(received(reference))).toMatchObject({
      status,
      kind: "receive",
      amount: 50_000n,
      fee: 0n,
      balance: 150_000n,
      trxId: "CAK845MSGS",
      counterparty: "01711111111",
      reference,
    });
  });

  test("none, N/A and empty are null", () => {
    for (const reference of ["", " ", "N/A", "-"]) expect(bkash(received(reference)).reference).toBeNull();
  });
});

describe("evidence", () => {
  test("a missing sender is accepted and noted", () => {
    const parsed = bkash(received("x"), { sender: null });
    expect(parsed).toMatchObject({ status: "parsed", kind: "receive" });
    expect(codes(parsed)).toContain("sender_missing");
  });

  test("the date in the id", () => {
    expect(trxDay("bkash", "CAK845MSGS")).toBe("2025-01-20");
    expect(trxDay("mpesa_ke", "UF1LA633QX")).toBe("2026-06-01");
    expect(trxDay("mpesa_mz", "DET0KAIXP5E")).toBe("2026-05-29");
    expect(trxDay("nagad", "74HNFMWH")).toBeNull();
    expect(codes(bkash(received("x").replace("20/01/2025", "21/01/2025")))).toContain("trx_date_differs");
    expect(codes(bkash(received("x")))).not.toContain("trx_date_differs");
  });

  test("no real day, letters of other scripts, wrong wallet type", () => {
    expect(codes(bkash(received("x").replace("20/01", "31/02")))).toContain("time_unreadable");
    const greek = parseMessage({
      operator: "nagad",
      walletType: "personal",
      sender: "NAGAD",
      text: "Money Received. Amount: Tk 10.00 Sender: 01929285687 TxnID: 74HΝΕΚΟ8 Balance: Tk 334.49 20/10/2025 18:03",
    });
    expect(greek).toMatchObject({ trxId: "74HΝΕΚΟ8", trxKey: "74HNEKO8", status: "review", kind: "receive" });
    expect(codes(greek)).toContain("trx_homoglyphs");
    expect(codes(bkash("Cash In Tk 1,000.00 to 01712345678 successful. Balance Tk 5,000.00. TrxID CAK845MSGS"))).toContain("unusual_for_wallet");
  });

  test("commission with four decimals: minor units half up, printed form kept", () => {
    const parsed = parseMessage({
      operator: "upay",
      walletType: "agent",
      sender: "upay",
      text: "Cash-in of Tk. 3940.00 to 01576987382 is successful. Comm: TK. 16.1353. Balance Tk. 6568.82. TrxID 01JYG4GET7 at 24/06/2025 10:52.",
    });
    expect(parsed).toMatchObject({ commission: 1_614n, commissionPrinted: "16.1353" });
  });

  test("the incentive of a remittance", () => {
    expect(
      bkash("You have received Remittance of Tk 25,000.00 from Western Union. Govt. incentive Tk 625.00 added. Balance Tk 27,800.00. TrxID 8M7N6P5Q."),
    ).toMatchObject({ amount: 2_500_000n, extra: 62_500n });
  });
});

describe("noise", () => {
  test.each([
    ["otp", "123456 is your bKash verification code. Never share it."],
    ["otp", "আপনার বিকাশ ওটিপি ১২৩৪৫৬। কারো সাথে শেয়ার করবেন না।"],
    ["otp", "Your OTP for payment of Tk 500.00 to Sample Shop is 445566. Do not share."],
    ["promo", "Get Tk 20 cashback on Tk 100 recharge. Dial *247#"],
    ["promo", "৫০ টাকা রিচার্জে ২০ টাকা ক্যাশব্যাক! অফার আজই।"],
    ["notice", "Your bKash PIN has been changed successfully."],
    ["notice", "Dear customer, your bKash account has been logged in from a new device."],
  ])("%s: %s", (kind, text) => {
    expect(bkash(text)).toMatchObject({ kind, status: "noise", amount: null, trxId: null, direction: "none" });
  });
});

describe("rules", () => {
  test("every example is recognised by its own class", () => {
    for (const rule of RULES) {
      expect(rule.examples.length, rule.id).toBeGreaterThan(0);
      for (const text of rule.examples) {
        const parsed = parseMessage({ operator: rule.operator, walletType: null, sender: null, text });
        expect(`${parsed.class} ${parsed.status}`, `${rule.id}: ${text}`).toBe(`${rule.class} ${rule.unsaid === true ? "review" : "parsed"}`);
      }
    }
  });

  test("ids are unique, classes have a meaning, kinds exist", () => {
    expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length);
    for (const rule of RULES) {
      expect(hasMeaning(rule.operator, rule.class), rule.class).toBe(true);
      for (const wallet of [null, "personal", "agent", "merchant"] as const) expect(MESSAGE_KINDS).toContain(kindFor(rule.operator, wallet, rule.class).kind);
    }
  });

  test("the same words on two wallets", () => {
    expect(kindFor("bkash", "personal", "bkash.receive")).toEqual({ kind: "receive", direction: "credit" });
    expect(kindFor("bkash", "agent", "bkash.receive")).toEqual({ kind: "b2b_in", direction: "credit" });
    expect(kindFor("nagad", "agent", "nagad.money_received").kind).toBe("receive");
    expect(kindFor("bkash", "agent", "bkash.no_such_class")).toEqual({ kind: "unknown", direction: "none" });
  });

  test("a mistake in a template is refused", () => {
    for (const head of ["{nothing}", "(a", "a]", "@NOSUCH x"]) expect(() => compileLayouts([head], ["$"], "bd").build()).toThrow();
  });
});
