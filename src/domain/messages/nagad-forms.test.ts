/** Nagad's texts with an advertisement in front, and with the balance behind the time. */
import { describe, expect, test } from "vitest";
import { parseMessage, type ParsedMessage } from "./index.ts";
import { PLAIN, readVariant, render, type Variant } from "../../../test/support/messages/render.ts";
import { VARIANTS_BD } from "../../../test/support/messages/variants-bd.ts";

const read = ({ operator, walletType }: Variant, sender: string, text: string): ParsedMessage => parseMessage({ operator, walletType, sender, text });
const nagad = (text: string): ParsedMessage => parseMessage({ operator: "nagad", walletType: "personal", sender: "NAGAD", text });
const values = ({ status, kind, direction, amount, fee, commission, balance, trxId, counterparty, reference, operatorTime }: ParsedMessage) => ({
  status,
  kind,
  direction,
  amount,
  fee,
  commission,
  balance,
  trxId,
  counterparty,
  reference,
  operatorTime,
});
const codes = (parsed: ParsedMessage): readonly string[] => parsed.evidence.map(({ code }) => code);
/** Layouts with all that Nagad prints; the figure at the end of an advertisement needs a heading behind it. */
const complete = VARIANTS_BD.map(readVariant).filter(
  ({ operator, template }) =>
    operator === "nagad" && /^(?:Money|Cash In|Cash Out|Payment|B2B) Received[.!]/.test(template) && template.includes("{T}") && /\{B|\{D/.test(template),
);

const ADVERTISEMENTS = [
  "Pay bill and receive 10% cashback! nagad.io/x",
  "Send money and get Tk 50 cashback!",
  "Receive Tk 20 bonus on recharge of Tk 50!",
  "Get Tk 50 cashback on payment!",
  "PAY BILLS & GET CASHBACK! nagad.io/x",
  "Zero fee on Send Money! nagad.io/fee",
  "Cash Out at lowest fee only with Nagad!",
  "Your balance earns 5% profit! Visit nagad.io/save",
  "Receive your salary in Nagad and enjoy offers!",
  "Get up to Tk 1,000 cashback on Tk 5,000 payment!",
  "Save fee on every Cash Out! Download app: nagad.io/app",
  "Refer a friend and get Tk 50!",
  "Add Money from bank, fee free!",
  "Cash Out charge only Tk 12.50 per thousand!",
  "ফি ছাড়া সেন্ড মানি! অফার চলছে!",
  "ব্যালেন্স বাড়ান, ৫% বোনাস নিন!",
];
/** Beginnings of payments, known and unknown, and of what is none. */
const MOVEMENTS = [
  "You have received Tk 900.00 from 01811111111. Ref get 10% cashback!",
  "You have received Tk 900.00! Get cashback!",
  "Gift Card Sold. Amount: Tk 900.00 Ref: win free!",
  "Tk 900.00 has been credited by Sample Bank. Enjoy!",
  "Tk 900 received from 01811111111! Win!",
  "Tk 900 sent to Karim! Get cashback!",
  "Voucher TxnID 75KQ2WXQ. Enjoy offers!",
  "Money Received! Get 10% cashback!",
  "Cash Out Successful! Get 10% cashback!",
  "Payment Received. Win!",
  "Received Tk 900.00! Get bonus!",
  "Sender: Karim! Get cashback!",
  "Payment failed! Get cashback!",
  "Pending! Get cashback on fee!",
  "Your transfer was refunded! Get cashback!",
  "Fee: Tk 5.00 Balance: Tk 9.00! Win!",
  "Beware of fake messages about your balance! Get help!",
  "Will be credited! Get cashback!",
  "Get cashback! Soon!",
  "Get cashback! To be paid!",
  "Get cashback on fee! Call us!",
  "Get balance! Click evil.example/x",
  "আপনি ৯০০ টাকা পেয়েছেন! অফার!",
];
const JOINTS = ["\n", " ", "  "];

describe("an advertisement in front", () => {
  test("of the operator's own words: the message is read as without it", () => {
    expect(complete.length).toBeGreaterThan(15);
    for (const more of ADVERTISEMENTS)
      for (const variant of complete)
        for (const joint of JOINTS) {
          const { text, sender } = render(variant, PLAIN);
          const plain = values(read(variant, sender, text));
          const malformed = `${more}${joint}${text}`;
          const parsed = read(variant, sender, malformed);
          expect({ malformed, ...values(parsed) }).toEqual({ malformed, ...plain });
          expect(codes(parsed)).toEqual([]);
        }
  });

  test("that is a movement itself, known or not, lets nothing behind it pose as a message", () => {
    for (const more of MOVEMENTS)
      for (const variant of complete)
        for (const joint of JOINTS) {
          const { text, sender } = render(variant, PLAIN);
          const malformed = `${more}${joint}${text}`;
          const { status, amount } = read(variant, sender, malformed);
          // A known sentence may be read itself, the rest being its payer's words.
          expect({ malformed, posed: status === "parsed" && amount !== 90_000n }).toEqual({ malformed, posed: false });
        }
  });

  test("does not carry half a message", () => {
    for (const more of ADVERTISEMENTS.filter((each) => /fee|balance|receive/i.test(each)))
      for (const half of ["Money Received. Amount: Tk 430.00 Sender: 01648568395", "Money Received. Amount: Tk 430.00 Sender: 01648568395 Balance: Tk 7454.90"])
        expect({ more, half, trxId: nagad(`${more}\n${half}`).trxId }).toEqual({ more, half, trxId: null });
  });

  test("is Nagad's habit alone", () => {
    const text = "You have received Tk 640.00 from 01911223344. Fee Tk 0.00. Balance Tk 2,718.28. TrxID DGH4K2M9QX at 17/07/2026 19:42";
    for (const more of ["Zero fee on Send Money! bka.sh/fee", "Receive 10% cashback!"])
      expect(parseMessage({ operator: "bkash", walletType: "personal", sender: "bKash", text: `${more}\n${text}` }).status).toMatch(/^(?:review|suspicious)$/);
  });
});

describe("the balance behind the time", () => {
  const printed = / ?\n?(?:Balance|Bal): ?(?:Tk|TK)? ?\{B\/p\}/;
  const moved = VARIANTS_BD.map(readVariant)
    .filter(({ operator, template }) => operator === "nagad" && printed.test(template) && /\{B\/p\}\s?\{D\}$/.test(template) && !/^(?:GET|WIN)/.test(template))
    .map((variant) => {
      const whole = printed.exec(variant.template)?.[0] ?? "";
      return { variant, template: variant.template.replace(whole, "") + whole };
    });

  test("is read as in its usual place", () => {
    expect(moved.length).toBeGreaterThan(20);
    for (const { variant, template } of moved) {
      const usual = render(variant, PLAIN);
      const { text, sender } = render({ ...variant, template }, PLAIN);
      expect({ text, ...values(read(variant, sender, text)), evidence: [] }).toEqual({
        text,
        ...values(read(variant, usual.sender, usual.text)),
        evidence: [],
      });
      for (const form of [`${text}. Win a bike! nagad.io/win`, text.replaceAll("\n", " ")])
        expect({ form, ...values(read(variant, sender, form)) }).toEqual({ form, ...values(read(variant, usual.sender, usual.text)) });
    }
  });

  test("a second one makes the text suspicious or unread, whichever is written how", () => {
    for (const { variant } of moved)
      for (const second of ["Balance: Tk 9999.90", "Balance: 9999.90", "Bal: Tk 9999.90", "Balance Tk 9999.90", "ব্যালেন্স: Tk 9999.90"])
        for (const joint of [" ", "\n", ""]) {
          const { text, sender } = render(variant, PLAIN);
          const { status, direction } = read(variant, sender, `${text}${joint}${second}`);
          expect({ text, second, moves: status === "parsed" && direction !== "none" }).toEqual({ text, second, moves: false });
        }
  });

  test("in the payer's words is his, not the operator's", () => {
    const text = (ref: string): string =>
      `Money Received. Amount: Tk 430.00 Sender: 01648568395 Ref: ${ref} TxnID: 70L0HWIY 09/03/2020 17:12 Balance: Tk 7454.90`;
    expect(nagad(text("rent"))).toMatchObject({ status: "parsed", balance: 745_490n, reference: "rent" });
    for (const ref of ["Balance: Tk 1.00", "09/03/2020 17:12 Balance: Tk 1.00", "Fee: Tk 3 Balance: Tk 1.00 x"])
      expect(nagad(text(ref))).toMatchObject({ balance: 745_490n, trxId: "70L0HWIY" });
    for (const ref of ["TxnID: 70L0HWIZ 09/03/2020 17:12 Balance: Tk 1.00", "x TxnID: 70L0HWIZ Balance: Tk 1.00"])
      expect(nagad(text(ref))).toMatchObject({ direction: "none" });
  });
});
