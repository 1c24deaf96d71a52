/** What a merchant wrote as its receiving account: words for a person, and the mobile numbers in them. */
import { nationalPhone } from "../../../contract/phones.ts";
import { normaliseText } from "../../../domain/messages/index.ts";

/** A whole number, with the country's code or without, and what people write between its digits. */
const NUMBER = /(?<!\d)(?:8[\s.()\p{Pd}]*8[\s.()\p{Pd}]*0?[\s.()\p{Pd}]*)?0[\s.()\p{Pd}]*1(?:[\s.()\p{Pd}]*\d){9}(?!\d)/gu;

/** Mobile numbers in it, in digits of any script, with or without separators, beside other words and numbers. None: a bank account. */
export function mobileNumbers(written: string): string[] {
  return (normaliseText(written.normalize("NFKC")).match(NUMBER) ?? []).map((number) => nationalPhone(number.replace(/\D/g, "")));
}
