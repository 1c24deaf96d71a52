/** Genuine texts: every known layout with other values, names, references and the operators' advertising. Test data. */
import type { MessageOperator } from "../../../src/domain/messages/types.ts";
import type { Chance } from "./random.ts";
import { readVariant, render, type Values, type Variant } from "./render.ts";
import { VARIANTS_AFRICA } from "./variants-africa.ts";
import { VARIANTS_BD } from "./variants-bd.ts";

export const GENUINE: readonly Variant[] = [...VARIANTS_BD, ...VARIANTS_AFRICA].map(readVariant);

const NAMES = [
  "Sample Shop Ltd",
  "OnnorokomWeb",
  "Sonali Bank Account",
  "Visa Card ending 1234",
  "KAHF BANGLADESH LTD-RM67912",
  "Shohoj Limited-1-RM46212",
  "Western Union",
  "Eastern Bank PLC",
  "Bank Asia PLC. Internet Banking",
  "Daraz Bangladesh Limited",
  "Rahim Store",
  "Karim & Sons",
  "Grameen Danone Foods Ltd.",
  "Al-Amin Traders",
  "M/S Mayer Doa Enterprise",
  "JANE MUTHONI",
  "JOHN DOE",
  "PETER K M",
  "SWISSCOM VENTURES  LTD Joska",
  "SIP AND SAVOR WINERIES",
  "Naivas Ltd",
  "BANK OF BARODA KENYA LIMITED",
  "Eric HABIMANA",
  "KOFI MENSAH",
  "Samuel Carter",
  "Md. Abdur Rahman",
  "Nusrat Jahan",
  "Fatema-Tuz-Zohra",
  "DESCO Prepaid",
  "Mr. O'Brien",
  "Foodpanda Bangladesh",
  "bKash Limited",
  "St. Mary School",
  "7 Eleven Store",
  "Chaldal",
  "YOUR CHOICE SHOP",
  "NEW BALANCE LTD",
  "Aarong, New Market",
  "M/S A.B. Ltd. The Mall",
  "Zia ur Rahman",
  "Jean du Plessis",
  "Shamim Ahmed",
  "Shams Traders",
  "Jamuna Holdings Ltd",
  "Bismillah Provision Store",
  "Theresa May",
];
const REFERENCES = [
  "rent june",
  "order 44",
  "x",
  "INV-2023/7",
  "বাড়ি ভাড়া",
  "782",
  "jazakallah vai",
  "for eid",
  "refund of monday",
  "wrong number last time",
  "tuition fee 500",
  "a.b.c",
  "23154",
  "office",
  "1",
];
const BEHIND: Readonly<Partial<Record<MessageOperator, readonly string[]>>> = {
  bkash: [
    "Download App: https://bKa.sh/8app",
    "Get App: http://android.bka.sh",
    "Use bKash App for convenience & offers! TCA Download App: https://bKa.sh/5app",
    "Cashback 50 on 25,000 CashOut",
    "Helpline 16247",
    "Dial *247# for offers!",
    "Get 10% cashback on payment with bKash App",
    "Enjoy 20% discount at Eid! Visit bkash.com/offers",
    "Never share your PIN or OTP with anyone",
    "বিস্তারিত জানতে কল করুন 16247",
    "Cash Out charge only 7 Tk/thousand from ATM",
  ],
  nagad: [
    "Recharge and win! nagad.io/win",
    "For Details Call 16167",
    "Pay with Nagad & get a chance to win",
    "Win a bike! nagad.io/win",
    "Helpline 16167",
    "Stay with Nagad for more offers",
    "Get up to 100 Tk bonus on recharge",
  ],
  rocket: ["Download https://bit.ly/nexuspay", "Please download https://bit.ly/nexuspay", "Helpline 16216"],
  upay: ["Helpline 16268", "Get 10% cashback with upay!", "Visit upaybd.com for offers"],
};
const IN_FRONT = [
  "WIN A BIKE! nagad.io/win",
  "GET 10% DISCOUNT TODAY! VISIT nagad.io/offer",
  "WIN LAND IN DHAKA! CLICK nagad.io/jmi",
  "Send money and get Tk 50 cashback!",
  "Zero fee on Send Money! nagad.io/fee",
  "Get up to Tk 1,000 cashback on Tk 5,000 payment!",
];

export function someValues(chance: Chance): Values {
  const minor = (limit: number): bigint => BigInt(chance.below(limit));
  return {
    amount: 100n + minor(5_000_000),
    fee: minor(10_000),
    balance: minor(90_000_000),
    commission: minor(9_000),
    extra: 100n + minor(9_000),
    name: chance.pick(NAMES),
    phone: `01${300_000_000 + chance.below(699_999_999)}`,
    masked: `***${100 + chance.below(899)}`,
    reference: chance.pick(REFERENCES),
    seed: 36 ** 6 + chance.below(36 ** 6 * 29),
    time: {
      year: 2020 + chance.below(7),
      month: 1 + chance.below(12),
      day: 1 + chance.below(28),
      hour: chance.below(24),
      minute: chance.below(60),
      second: chance.below(60),
    },
  };
}

/** A genuine text of one of the layouts; advertising stands where the layout ends in its id or time. */
export function genuineText(chance: Chance, variant: Variant): { text: string; sender: string } {
  const { text, sender } = render(variant, someValues(chance));
  const ads = BEHIND[variant.operator];
  const withAd = ads !== undefined && /\{[TDOH]\}[.।]?$/.test(variant.template) && chance.below(3) === 0;
  const whole = withAd ? `${text.replace(/[.।]$/, "")}${chance.pick([". ", "\n", ". "])}${chance.pick(ads)}` : text;
  const mayLead = variant.operator === "nagad" && /^(?:Money|Cash|Payment|B2B|Add)/.test(variant.template) && chance.below(8) === 0;
  return { text: mayLead ? `${chance.pick(IN_FRONT)}\n${whole}` : whole, sender };
}
