/** Hostile texts by class: phrases of `hostile-phrases.ts` around and in every layout that collects, and changed values. None may be matched with an order. */
import { mayCollect } from "../../../src/domain/ledger/message-kinds.ts";
import type { MessageOperator, WalletType } from "../../../src/domain/messages/types.ts";
import { IN_WORDS_OF_OFFERS } from "./hostile-offers.ts";
import { ASKS, BANGLA_ENDINGS, NOT_REAL, NOT_YET, SECOND_RECEIPTS, TAKEN_BACK } from "./hostile-phrases.ts";
import { BEHIND_ACCOUNT, BEHIND_NUMBER, DOUBTFUL_PARTIES, FRONT_LINES, HEADINGS, LENDERS, PARTIES, WAYS } from "./hostile-places.ts";
import { WRITTEN } from "./hostile-written.ts";
import { PLAIN, readVariant, render, type Values, type Variant } from "./render.ts";
import { VARIANTS_AFRICA } from "./variants-africa.ts";
import { VARIANTS_BD } from "./variants-bd.ts";

export interface Hostile {
  readonly class: string;
  readonly operator: MessageOperator;
  readonly walletType: WalletType;
  readonly sender: string;
  readonly text: string;
}

const collects = ({ kind }: Variant): boolean => mayCollect(kind);
const CREDITS = VARIANTS_BD.map(readVariant).filter(collects);
const ABROAD = VARIANTS_AFRICA.map(readVariant).filter(collects);
/** Layouts behind which other text can stand. */
const OPEN = CREDITS.filter(({ template }) => /\{[TDOH]\}[.।]?$/.test(template) && !/^(?:GET|WIN)/.test(template));
const OPEN_ABROAD = ABROAD.filter(({ template }) => /(?:\{B(?:\/\w)?\}|\{[TK]\}|RWF|MT)\.?$/.test(template));
const PHONES = CREDITS.filter(({ template }) => template.includes("{P}"));

/** Every phrase with a few layouts, other ones each time, so that all are met. */
function turns<T>(phrases: readonly string[], layouts: readonly T[], each: number): readonly (readonly [string, T])[] {
  return phrases.flatMap((phrase, at) => Array.from({ length: each }, (_, turn) => [phrase, layouts[(at * each + turn) % layouts.length] as T] as const));
}

function written(name: string, variant: Variant, change: (text: string) => string, values: Values = PLAIN): Hostile {
  const { text, sender } = render(variant, values);
  return { class: name, operator: variant.operator, walletType: variant.walletType, sender, text: change(text) };
}

const JOINTS = [". ", "\n", " ", " - ", "... "];
const behind = (name: string, phrases: readonly string[]): readonly Hostile[] => [
  ...turns(phrases, OPEN, 3).map(([phrase, variant], at) =>
    written(name, variant, (text) => `${text.replace(/[.।]$/, "")}${JOINTS[at % JOINTS.length]}${phrase}`),
  ),
  ...turns(phrases, OPEN_ABROAD, 1).map(([phrase, variant]) => written(`${name}_abroad`, variant, (text) => `${text.replace(/[.।]$/, "")}. ${phrase}`)),
];

function parties(): readonly Hostile[] {
  const names = CREDITS.filter(({ template }) => /\{[PN]\}/.test(template));
  return [
    ...turns(PARTIES, names, 3).map(([phrase, variant]) => written("party", variant, (text) => text, { ...PLAIN, phone: phrase, name: phrase })),
    ...turns(DOUBTFUL_PARTIES, names, 3).map(([phrase, variant]) =>
      written("doubtful_party", variant, (text) => text, { ...PLAIN, phone: phrase, name: phrase }),
    ),
    ...turns(BEHIND_NUMBER, PHONES, 3).map(([phrase, variant]) =>
      written("behind_number", variant, (text) => text.replace(PLAIN.phone, `${PLAIN.phone} ${phrase}`)),
    ),
    ...turns(
      PARTIES.filter((name) => /^[A-Z]/.test(name)),
      ABROAD.filter(({ template }) => template.includes("{N}")),
      1,
    ).map(([phrase, variant]) => written("party_abroad", variant, (text) => text, { ...PLAIN, name: phrase })),
  ];
}

const FIGURES: readonly ((printed: string) => string)[] = [
  () => "500.000",
  () => "1,234.505",
  () => "1,2345.00",
  () => "12,34.00",
  () => "1,23,45.00",
  () => "0.00",
  () => "0",
  () => "00.00",
  () => "01,234.50",
  () => "0500.00",
  () => "1 234.50",
  () => "-500.00",
  () => "(500.00)",
  () => "5OO.00",
  () => "١٢٣٤.٥٠",
  () => "१२३४.५०",
  () => "１２３４.５０",
  () => "5০0.00",
  () => "1.234,50",
  () => "1,234.5.0",
  () => "1e3",
  () => "99,99,99,99,99,99,999.00",
];
const IDS = [
  "XXXXXXXXXX",
  "0000000000",
  "1111111111",
  "AAAAAAAAAA",
  "ABCDEFGHIJ",
  "ABC1234567",
  "A1B2C3D4E5",
  "XXXXXXXX",
  "00000000",
  "TRXID12345",
  "TXNID00001",
  "SAMPLE1234",
  "DUMMY12345",
  "DEMO123456",
  "TEST123456",
  "EXAMPLE123",
  "NUMBER1234",
  "xxxxxxxxxx",
  "**********",
  "DIC4V2HΒXU",
  "DІC4V2HBXU",
  "DIC৪V২HBXU",
  "ＤＩＣ４Ｖ２ＨＢＸＵ",
  "DIC4-V2HBX",
  "{TrxID}",
  "<id>",
];
const DATES = [
  "35/19/2026 10:00",
  "31/02/2026 10:00",
  "00/00/2026 00:00",
  "29/02/2025 10:00",
  "12/13/2026 10:00",
  "12/09/2026 25:61",
  "12/09/2036 14:30",
  "12/09/2099 14:30",
  "32-JAN-26 10:00:00 am",
  "12/09/2026 99:99",
];

function values(): readonly Hostile[] {
  const amounts = PHONES.filter(({ template }) => /\{A(?:\/p)?\}/.test(template));
  const ids = PHONES.filter(({ template }) => template.includes("{T}"));
  const dated = PHONES.filter(({ template }) => template.includes("{D}"));
  const inPlaceOf = (name: string, variant: Variant, placeholder: RegExp, text: string): Hostile =>
    written(name, { ...variant, template: variant.template.replace(placeholder, () => text) }, (whole) => whole);
  return [
    ...FIGURES.flatMap((make, at) =>
      [0, 1, 2].map((turn) => inPlaceOf("figure", amounts[(at * 3 + turn) % amounts.length] as Variant, /\{A(?:\/p)?\}/, make(""))),
    ),
    ...turns(IDS, ids, 4).map(([id, variant]) => inPlaceOf("id", variant, /\{T\}/, id)),
    ...turns(DATES, dated, 5).map(([date, variant]) => inPlaceOf("date", variant, /\{D\}/, date)),
  ];
}

/** The owner's own cash-out, which reads as a customer's where nothing tells whose wallet it is. */
function ownCashOut(): readonly Hostile[] {
  return CREDITS.filter(({ kind }) => kind === "cash_out_received").flatMap((variant) =>
    (["personal", "merchant"] as const).flatMap((walletType) =>
      [PLAIN, { ...PLAIN, fee: 18_50n }].map((given) => ({ ...written("own_cash_out", variant, (text) => text, given), walletType })),
    ),
  );
}

/** A name is written in capitals there, or beside a number: every one in every layout that has one. */
function lenders(): readonly Hostile[] {
  return [...CREDITS, ...ABROAD]
    .filter(({ template }) => /\{[PN]\}/.test(template))
    .flatMap((variant) => LENDERS.map((name) => written("lender", variant, (text) => text, { ...PLAIN, phone: name, name })));
}

/** Sentences of M-Pesa that name the account that was paid, and run on behind it. */
const ACCOUNT_TEXTS = [
  "UJC1BC2DF5 Confirmed. ¤500.00 received from JOHN DOE 0712345678 for account SHOP1 % on 12/10/26 at 2:30 PM.",
  "UJC1BC2DF5 Confirmed. ¤500.00 received from JOHN DOE 0712345678 for account SHOP1 % on 12/10/26 at 2:30 PM. New Utility balance is ¤1,000.00",
  "UJC1BC2DF5 Confirmed. You have received ¤500.00 from JOHN DOE 0712345678 for account SHOP1 % on 12/10/26 at 2:30 PM. New M-PESA balance is ¤1,000.00",
  "UJC1BC2DF5 Confirmed. on 12/10/26 at 2:30 PM ¤500.00 received from 0712345678 JOHN DOE. Account Number SHOP1 %. New Utility balance is ¤1,000.00",
  "UJC1BC2DF5 Confirmed. ¤500.00 received from JOHN DOE 0712345678 Account Number SHOP1 %. New Utility balance is ¤1,000.00",
] as const;

function accounts(): readonly Hostile[] {
  const operators = [
    ["mpesa_ke", "MPESA", "Ksh"],
    ["mpesa_tz", "M-PESA", "TZS "],
  ] as const;
  return operators.flatMap(([operator, sender, currency]) =>
    ACCOUNT_TEXTS.flatMap((text) =>
      BEHIND_ACCOUNT.map((words) => ({
        class: "behind_account",
        operator,
        walletType: "merchant" as const,
        sender,
        text: text.replaceAll("¤", currency).replace("%", words),
      })),
    ),
  );
}

function ways(): readonly Hostile[] {
  return ["Type", "Via"].flatMap((label) =>
    WAYS.flatMap((way) =>
      ["Payment Received", "Money Received", "Cash Out Received"].map((heading) => ({
        class: "way",
        operator: "nagad" as const,
        walletType: heading.startsWith("Cash") ? ("agent" as const) : ("merchant" as const),
        sender: "NAGAD",
        text: `${heading}. Amount: Tk 640.00 Customer: 01911223344 ${label}: ${way} TxnID: 75KQ2WXP Balance: Tk 2718.28 17/07/2026 19:42`,
      })),
    ),
  );
}

const NAGAD_FIELDS = "Amount: Tk 640.00 Sender: 01911223344 TxnID: 75KQ2WXP Balance: Tk 2718.28 17/07/2026 19:42";

/** All of them, always the same. */
export function hostileTexts(): readonly Hostile[] {
  return [
    ...behind("taken_back", TAKEN_BACK),
    ...behind("not_yet", NOT_YET),
    ...behind("bangla", BANGLA_ENDINGS),
    ...behind("not_real", NOT_REAL),
    ...behind("asks", ASKS),
    ...behind("second_receipt", SECOND_RECEIPTS),
    ...behind("offer", IN_WORDS_OF_OFFERS),
    ...turns([...FRONT_LINES, ...SECOND_RECEIPTS, ...IN_WORDS_OF_OFFERS], CREDITS, 4).map(([phrase, variant], at) =>
      written("front", variant, (text) => `${phrase}${["\n", " ", ": ", "\n\n"][at % 4]}${text}`),
    ),
    ...HEADINGS.flatMap((heading) =>
      (["merchant", "personal", "agent"] as const).map((walletType) => ({
        class: "heading",
        operator: "nagad" as const,
        walletType,
        sender: "NAGAD",
        text: `${heading}. ${NAGAD_FIELDS}`,
      })),
    ),
    ...parties(),
    ...lenders(),
    ...accounts(),
    ...ways(),
    ...values(),
    ...ownCashOut(),
    ...WRITTEN,
  ];
}
