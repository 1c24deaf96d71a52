/** Words around a layout and in it: over all layouts of money that came, those that turn its meaning and those that do not. */
import { describe, expect, test } from "vitest";
import { parseMessage, type MessageKind, type ParsedMessage } from "./index.ts";
import { PLAIN, readVariant, render, type Variant } from "../../../test/support/messages/render.ts";
import { VARIANTS_BD } from "../../../test/support/messages/variants-bd.ts";

const CAME: ReadonlySet<MessageKind> = new Set(["receive", "payment_received", "cash_in_received", "cash_out_received", "b2b_in", "add_money", "remittance"]);
const credits: readonly Variant[] = VARIANTS_BD.map(readVariant).filter(({ kind }) => CAME.has(kind));
/** Layouts behind which other text may stand: those that end in an id or a time, not in the payer's words or a figure. */
const open = credits.filter(({ template }) => /\{[TDOH]\}[.।]?$/.test(template));
const read = ({ operator, walletType }: Variant, sender: string, text: string): ParsedMessage => parseMessage({ operator, walletType, sender, text });
const came = (parsed: ParsedMessage): boolean => parsed.status === "parsed" && parsed.direction === "credit";

const NOT_YET = [
  "Soon",
  "soon to be",
  "Will Be",
  "will soon be",
  "shall be",
  "to be",
  "To Be Successfully",
  "about to be",
  "Pending",
  "Almost",
  "Partially",
  "Not Yet",
  "yet to be",
  "awaiting",
  "Scheduled to be",
  "Under Process",
  "Tomorrow",
  "may be",
  "Being",
];

describe("in the head", () => {
  test("of Nagad's layouts: nothing has come", () => {
    const values = "Amount: Tk 640.00 Sender: 01911223344 TxnID: 75KQ2WXP Balance: Tk 2718.28 17/07/2026 19:42";
    for (const words of NOT_YET)
      for (const act of [
        "Payment",
        "Money",
        "Cash In",
        "Cash Out",
        "B2B",
        "Payment - Bangla QR",
        "Payment - QR",
        "Merchant Payment",
        "Add Money",
        "Remittance",
        "QR Payment",
      ])
        for (const done of ["Received", "Successfully Received", "Successful", "is Successful", "has been Received"])
          for (const joint of [". ", ".\n", ".", " "])
            for (const walletType of ["personal", "agent", "merchant"] as const) {
              const text = `${act} ${words} ${done}${joint}${joint === ".\n" ? values.replaceAll(/ (?=[A-Z]\w*:)/g, "\n") : values}`;
              const { status, direction } = parseMessage({ operator: "nagad", walletType, sender: "NAGAD", text });
              expect({ text, moved: status === "parsed" && direction !== "none" }).toEqual({ text, moved: false });
            }
  });

  test("before the amount and around the verb of a sentence", () => {
    for (const words of NOT_YET)
      for (const variant of credits.filter(({ template }) => /received|receive/i.test(template)))
        for (const [from, to] of [
          [/\b(received?)\b/i, `${words} $1`],
          [/\b(received?)\b/i, `$1 ${words}`],
          [/ from \{([PNM])\}/, ` from {$1} ${words}`],
          [/^/, `${words} `],
        ] as const) {
          const template = variant.template.replace(from, to);
          // Behind the payer's words, or in an advertisement before the text, they say nothing.
          if (template === variant.template || /^(?:GET|WIN|bKash: )/.test(variant.template)) continue;
          const { text, sender } = render({ ...variant, template }, PLAIN);
          expect({ text, came: came(read(variant, sender, text)) }).toEqual({ text, came: false });
        }
  });

  test("a shop's name is none of them", () => {
    const text = "Payment to 'Coming Soon Ltd' is Successful.\nAmount: Tk 70.00\nTxnID: 7AB1CD2P\nBalance: Tk 91.86\n12/10/2026 10:11";
    expect(parseMessage({ operator: "nagad", walletType: "personal", sender: "NAGAD", text })).toMatchObject({ kind: "payment_sent", amount: 7_000n });
    for (const payer of ["Soon Traders", "Lately Ltd", "Partex Group", "Will Smith", "Theresa May"]) {
      const received = `You have received Tk 640.00 from ${payer}. Fee Tk 0.00. Balance Tk 2,718.28. TrxID DGH4K2M9QX at 17/07/2026 19:42`;
      expect(parseMessage({ operator: "bkash", walletType: "personal", sender: "bKash", text: received }), payer).toMatchObject({ kind: "receive" });
    }
  });
});

const ASKING = [
  "Call us",
  "Please call us for verification",
  "Call me back",
  "Contact our agent",
  "Contact us immediately",
  "Whatsapp us",
  "Click here",
  "Click http://bkash-offer.example/win",
  "CLICK bka.sh.example/win to confirm",
  "Tap the link to keep the money",
  "Open this link to confirm",
  "Please return the money",
  "Return the money",
  "return it to sender",
  "Plz give back",
  "Send back",
  "send it back",
  "Send the money back",
  "Please send Tk 500 back to me",
  "give my money back please",
  "Kindly refund",
  "Refund the amount",
  "Wrong number",
  "Sent to wrong number",
  "This was sent by mistake",
  "It came by mistake, send back",
  "Wrongly sent",
  "Sent in error",
  "Share your PIN to keep it",
  "Reply with OTP",
  "Confirm your bKash PIN",
  "vul kore geche",
  "taka ferot den",
  "ভুল করে চলে গেছে",
  "ভুলে পাঠিয়েছি",
  "ভুল নম্বরে গেছে",
  "টাকা ফেরত দিন",
  "টাকাটা ফেরত পাঠান",
  "এখনই কল করুন",
  "লিংকে ক্লিক করুন",
  "আপনার পিন দিন",
];
/** As operators write behind their texts, and a few more of that sort. */
const OFFERS = [
  "Download App: https://bKa.sh/8app",
  "Cashback 50 on 25,000 CashOut",
  "Win a bike! Get 20% off at nagad.io/win",
  "Recharge and win! nagad.io/win",
  "For help call 16247",
  "For Details Call 16167",
  "Call us at 16247",
  "Please call 16167 for details",
  "Click nagad.io/win",
  "CLICK https://bKa.sh/8app for offers",
  "Helpline 16247",
  "Dial *247# for offers!",
  "Send Money & get Tk 20 cash back",
  "Pay with bKash and get 10% back",
  "Send money free of charge",
  "Never share your PIN or OTP with anyone",
  "Do not share your PIN",
  "Download https://bit.ly/nexuspay",
  "Pay your pending bills via bKash App",
  "Get 60 minutes call at Tk 49",
  "ক্যাশব্যাক পেতে ডায়াল করুন *167#",
  "বিস্তারিত জানতে কল করুন ১৬২৪৭",
  "পিন কাউকে বলবেন না",
];

const withTail = (variant: Variant, joint: string, more: string): { text: string; sender: string } => {
  const { text, sender } = render(variant, PLAIN);
  return { text: `${text.replace(/[.।]$/, "")}${joint}${more}`, sender };
};

describe("behind the layout", () => {
  test("whoever asks for something is no operator, in any layout of money that came", () => {
    expect(open.length).toBeGreaterThan(40);
    for (const more of ASKING)
      for (const variant of open)
        for (const joint of [". ", "\n"]) {
          const { text, sender } = withTail(variant, joint, more);
          expect({ text, came: came(read(variant, sender, text)) }).toEqual({ text, came: false });
        }
  });

  test("in capitals, and with other words around", () => {
    for (const more of ASKING)
      for (const form of [more.toUpperCase(), `Dear customer, ${more}!`, `Thank you. ${more}. Thanks`, `Get 10% cashback. ${more}`]) {
        const { text, sender } = withTail(open[0] as Variant, ". ", form);
        expect({ text, came: came(read(open[0] as Variant, sender, text)) }).toEqual({ text, came: false });
      }
  });

  test("offers and helplines are the operator's", () => {
    for (const more of OFFERS)
      for (const variant of open)
        for (const joint of [". ", "\n"]) {
          const { text, sender } = withTail(variant, joint, more);
          expect({ text, came: came(read(variant, sender, text)) }).toEqual({ text, came: true });
        }
  });

  test("the words are shown to a person, and those of a payer's reference are his own", () => {
    const text = (ref: string, tail: string): string =>
      `You have received Tk 640.00 from 01911223344. Ref ${ref}. Fee Tk 0.00. Balance Tk 2,718.28. TrxID DGH4K2M9QX at 17/07/2026 19:42${tail}`;
    const bkash = (given: string): ParsedMessage => parseMessage({ operator: "bkash", walletType: "personal", sender: "bKash", text: given });
    expect(bkash(text("x", ". Wrong number, return the money"))).toMatchObject({
      kind: "spoof_suspect",
      amount: 64_000n,
      evidence: [{ code: "words_deny", detail: "Wrong number, return the money" }],
    });
    expect(bkash(text("wrong number last time", ""))).toMatchObject({ kind: "receive", reference: "wrong number last time", evidence: [] });
  });
});
