/** The request form's values as the server takes them. */
import type { BodyOf } from "../../api.ts";
import { MANUAL_FIELDS, MANUAL_KINDS, type ManualField, type ManualKind } from "../../../contract/manual.ts";
import { parseAmount } from "../../../contract/money.ts";
import type { Values } from "../../forms/spec.ts";

type Body = BodyOf<"POST /api/manual/preview">;

/** True for a kind that can be asked for. */
export function isKind(value: string | undefined): value is ManualKind {
  return (MANUAL_KINDS as readonly (string | undefined)[]).includes(value);
}

/** Fields of the chosen kind; an opening takes the account that was chosen for it. */
export function fieldsOf(values: Values): readonly ManualField[] {
  if (!isKind(values.kind)) return [];
  if (values.kind !== "opening") return MANUAL_FIELDS[values.kind];
  return [values.owner === "wallet" ? "wallet_id" : "merchant_id", "amount"];
}

/** True where the kind takes the field. */
export const takes =
  (field: ManualField) =>
  (values: Values): boolean =>
    fieldsOf(values).includes(field);

/** A whole public id, as it is copied: letter, date, eight characters. */
export function isWholeId(letter: string, value: string): boolean {
  return new RegExp(`^${letter}\\d{6}[0-9A-Z]{8}$`, "i").test(value.trim());
}

/** What the server is asked; null while something is missing or cannot be right. */
export function bodyOf(values: Values): Body | null {
  if (!isKind(values.kind)) return null;
  const body: Record<string, string> = {};
  for (const field of fieldsOf(values)) {
    const value = (values[field] ?? "").trim();
    if (value === "") return null;
    if (field === "amount" && !((parseAmount(value) ?? 0n) > 0n)) return null;
    if (field === "sms_id" && !isWholeId("S", value)) return null;
    if (field === "payment_id" && !isWholeId("P", value)) return null;
    body[field] = value;
  }
  return { kind: values.kind, ...body };
}
