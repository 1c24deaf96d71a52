/** Fills the placeholders of the variant texts and says what must be read back. Test support; no product code uses it. */
import { SENDER_IDS } from "../../../src/domain/messages/senders.ts";
import type { MessageKind, MessageOperator, WalletType } from "../../../src/domain/messages/types.ts";

/** Values of one rendering; amounts in minor units. */
export interface Values {
  readonly amount: bigint;
  readonly fee: bigint;
  readonly balance: bigint;
  readonly commission: bigint;
  readonly extra: bigint;
  readonly phone: string;
  readonly masked: string;
  readonly name: string;
  readonly reference: string;
  /** Digits to make an id from. */
  readonly seed: number;
  readonly time: {
    readonly year: number;
    readonly month: number;
    readonly day: number;
    readonly hour: number;
    readonly minute: number;
    readonly second: number;
  };
}

/** A parsed variant line. */
export interface Variant {
  readonly operator: MessageOperator;
  readonly walletType: WalletType;
  readonly kind: MessageKind;
  readonly template: string;
}

/** Reads `operator wallet kind | text`. */
export function readVariant(line: string): Variant {
  const cut = line.indexOf(" | ");
  const [operator, walletType, kind] = line.slice(0, cut).split(" ");
  return { operator: operator as MessageOperator, walletType: walletType as WalletType, kind: kind as MessageKind, template: line.slice(cut + 3) };
}

const pad = (value: number, size = 2): string => String(value).padStart(size, "0");
const wholeOf = (minor: bigint): string => (minor / 100n).toString();
const centsOf = (minor: bigint): string => pad(Number(minor % 100n));
const western = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ",");
const lakh = (digits: string): string => (digits.length <= 3 ? digits : `${digits.slice(0, -3).replace(/\B(?=(\d{2})+$)/g, ",")},${digits.slice(-3)}`);

function money(minor: bigint, form: string): string {
  const whole = wholeOf(minor);
  if (form === "i") return western(whole);
  if (form === "p") return `${whole}.${centsOf(minor)}`;
  if (form === "4") return `${whole}.${centsOf(minor)}00`;
  if (form === "l") return `${lakh(whole)}.${centsOf(minor)}`;
  if (form === "s") return `${western(whole).replace(/,(?=\d{3}$)/, ", ")}.${centsOf(minor)}`;
  return `${western(whole)}.${centsOf(minor)}`;
}

const MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];

function clock12({ hour, minute }: Values["time"]): string {
  return `${hour % 12 === 0 ? 12 : hour % 12}:${pad(minute)} ${hour < 12 ? "AM" : "PM"}`;
}

function moment(letter: string, form: string, { time }: Values): string {
  const { year, month, day, hour, minute, second } = time;
  const date = `${pad(day)}/${pad(month)}/${year}`;
  switch (letter) {
    case "O":
      return `${pad(day)}-${MONTHS[month - 1]}-${pad(year % 100)} ${pad(hour % 12 === 0 ? 12 : hour % 12)}:${pad(minute)}:${pad(second)} ${hour < 12 ? "am" : "pm"}`;
    case "K":
      return `${day}/${month}/${pad(year % 100)} ${({ as: " as", saa: "saa" } as Record<string, string>)[form] ?? "at"} ${clock12(time)}`;
    case "J":
      return `${pad(day)}-${pad(month)}-${year} ${pad(hour % 12 === 0 ? 12 : hour % 12)}:${pad(minute)}:${pad(second)} ${hour < 12 ? "AM" : "PM"}`;
    case "S":
      return `${year}-${pad(month)}-${pad(day)} ${pad(hour)}:${pad(minute)}:${pad(second)}`;
    case "E":
      return `${pad(hour)}:${pad(minute)}:${pad(second)} on ${date}`;
    case "Y":
      return `${pad(day)}/${pad(month)}/${pad(year % 100)} ${pad(hour)}:${pad(minute)}`;
    case "H":
      return `${date} ${clock12(time).padStart(8, "0")}`;
    default:
      return form === "at" ? `${date} at ${clock12(time).padStart(8, "0")}` : `${date} ${pad(hour)}:${pad(minute)}`;
  }
}

/** An id in the operator's shape; bKash and M-Pesa ids carry the day. */
export function idFor(operator: MessageOperator, { seed, time }: Values): string {
  const letters = seed.toString(36).toUpperCase().padStart(7, "K").slice(-7);
  const { year, month, day } = time;
  const dated = `${String.fromCharCode(64 + month)}${day < 10 ? day : String.fromCharCode(55 + day)}${letters}`;
  switch (operator) {
    case "bkash":
    case "mpesa_mz":
      return `${year < 2023 ? year - 2013 : String.fromCharCode(year - 2023 + 65)}${dated}`;
    case "mpesa_ke":
    case "mpesa_tz":
      return `${String.fromCharCode(65 + year - 2006)}${dated}`;
    case "nagad":
      return `7${letters}`;
    case "upay":
      return `01J${letters}`;
    case "airtel_ke":
    case "airtel_zm":
    case "emola_mz":
      return `PP${pad(year % 100)}${pad(month)}${pad(day)}.${pad(time.hour)}${pad(time.minute)}.A${pad(seed % 100_000, 5)}`;
    default:
      return String(1_000_000_000 + (seed % 8_000_000_000));
  }
}

/** Expected fields; only those whose placeholder occurs. */
export interface Expected {
  amount: bigint | null;
  fee: bigint | null;
  balance: bigint | null;
  commission: bigint | null;
  extra: bigint | null;
  trxId: string | null;
  counterparty: string | null;
  operatorTime: string | null;
}

const OFFSET: Partial<Record<MessageOperator, string>> = {
  bkash: "+06:00",
  nagad: "+06:00",
  rocket: "+06:00",
  upay: "+06:00",
  mpesa_ke: "+03:00",
  mpesa_tz: "+03:00",
  mixx_tz: "+03:00",
  airtel_ke: "+03:00",
  mtn_gh: "+00:00",
};
const HAS_SECONDS = "OSEJ";

function partyText(template: string, values: Values): string | null {
  // The party is the run of placeholders and joints between number and name, as printed.
  const found = /\{[PNM]\}(?:(?: - | | ?\()\{[PNM]\}\)?)?/.exec(template);
  return found ? found[0].replace("{P}", values.phone).replace("{N}", values.name).replace("{M}", values.masked) : null;
}

/** Text and expectation of a variant under values. */
export function render(variant: Variant, values: Values): { text: string; sender: string; expected: Expected } {
  const { operator, template } = variant;
  const minor: Readonly<Record<string, bigint>> = { A: values.amount, F: values.fee, B: values.balance, C: values.commission, X: values.extra };
  const whole = /\{A\/i\}/.test(template);
  const of = (letter: string): bigint | null => {
    const found = new RegExp(`\\{${letter}(?:/(.))?\\}`).exec(template);
    const value = minor[letter] as bigint;
    return found ? (found[1] === "i" ? (value / 100n) * 100n : value) : null;
  };
  const text = template.replace(/\{([A-Z])(?:\/(\w+))?\}/g, (_, letter: string, form = "") => {
    if (letter in minor) return money(minor[letter] as bigint, form);
    if (letter === "T") return idFor(operator, values);
    if (letter === "P") return values.phone;
    if (letter === "M") return values.masked;
    if (letter === "N") return values.name;
    if (letter === "R") return values.reference;
    return moment(letter, form, values);
  });
  const dated = /\{([DOKSEYHJ])(?:\/\w+)?\}/.exec(template);
  const { year, month, day, hour, minute, second } = values.time;
  const seconds = dated && HAS_SECONDS.includes(dated[1] as string) ? second : 0;
  return {
    text,
    sender: SENDER_IDS[operator][0] as string,
    expected: {
      amount: whole ? (values.amount / 100n) * 100n : of("A"),
      fee: of("F"),
      balance: of("B"),
      commission: of("C"),
      extra: of("X"),
      trxId: template.includes("{T}") ? idFor(operator, values) : null,
      counterparty: partyText(template, values),
      operatorTime: dated ? `${year}-${pad(month)}-${pad(day)}T${pad(hour)}:${pad(minute)}:${pad(seconds)}${OFFSET[operator] ?? "+02:00"}` : null,
    },
  };
}

/** Fixed values for the plain run over all variants. */
export const PLAIN: Values = {
  amount: 1_234_50n,
  fee: 5_00n,
  balance: 103_973_32n,
  commission: 12_30n,
  extra: 30_85n,
  phone: "01712345678",
  masked: "***946",
  name: "Sample Shop Ltd",
  reference: "rent june",
  seed: 1_234_567_890,
  time: { year: 2026, month: 9, day: 21, hour: 14, minute: 5, second: 9 },
};
