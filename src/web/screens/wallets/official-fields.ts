/** The connection of an official wallet in its form: addresses are shown, credentials are only ever written. */
import { CREDENTIAL_FIELDS, isOfficialOperator, OFFICIAL_OPERATORS, type CredentialName } from "../../../contract/official.ts";
import type { WalletOfficialIn } from "../../../contract/official.schema.ts";
import type { WalletRow } from "../../../contract/wallets.schema.ts";
import type { FieldSpec, Values } from "../../forms/spec.ts";
import { mayNow } from "../../session.tsx";

const URL_MAX = 200;
const KEY_MAX = 8000;
const VALUE_MAX = 500;
const BASE = "official.base_url";
const PAYOUT = "official.payout_base_url";
const FORGET = "official.forget";
const nameOf = (name: CredentialName): string => `official.credentials.${name}`;

/** Every credential of any operator, once. */
const ALL = [...new Map(OFFICIAL_OPERATORS.flatMap((operator) => CREDENTIAL_FIELDS[operator].map((field) => [field.name, field] as const))).values()];

const isOfficial = (values: Values): boolean => values.api_type === "official" && isOfficialOperator(values.operator ?? "") && mayNow("wallets.edit");
const has = (values: Values, name: CredentialName): boolean =>
  isOfficial(values) &&
  values[FORGET] !== "true" &&
  OFFICIAL_OPERATORS.some((operator) => operator === values.operator && CREDENTIAL_FIELDS[operator].some((field) => field.name === name));

/** Fields of the connection; in view for official wallets of operators with an interface. @param isNew nothing is stored yet */
export function officialFields<Subject>(isNew: boolean): readonly FieldSpec<Subject>[] {
  const keptHelp = isNew ? {} : ({ help: "wallets.official.keep" } as const);
  const credentials = ALL.map((field): FieldSpec<Subject> => {
    const key = "key" in field;
    return {
      name: nameOf(field.name),
      kind: key ? "multiline" : "password",
      label: `wallets.official.field.${field.name}`,
      maxLength: key ? KEY_MAX : VALUE_MAX,
      secret: true,
      shown: (values) => has(values, field.name),
      ...(key ? {} : { half: true }),
      ...(field.name.startsWith("payout_") ? ({ help: "wallets.official.instead" } as const) : keptHelp),
    };
  });
  const forget: FieldSpec<Subject> = { name: FORGET, kind: "switch", label: "wallets.official.forget", help: "wallets.official.forgetHelp", shown: isOfficial };
  return [
    {
      name: BASE,
      kind: "text",
      label: "words.field.api_base",
      help: "wallets.official.baseHelp",
      maxLength: URL_MAX,
      section: "wallets.official.section",
      shown: isOfficial,
    },
    { name: PAYOUT, kind: "text", label: "words.field.payout_base_url", help: "wallets.official.payoutHelp", maxLength: URL_MAX, shown: isOfficial },
    ...credentials,
    ...(isNew ? [] : [forget]),
  ];
}

/** What the form shows of a connection: addresses, no credential. */
export function officialValues(row: WalletRow | null): Values {
  const own = row?.official ?? null;
  return own === null ? {} : { [BASE]: own.base_url, [PAYOUT]: own.payout_base_url };
}

/** The connection to send; undefined: nothing was entered. */
export function officialBody(values: Values, row: WalletRow | null): WalletOfficialIn {
  if (!isOfficial(values)) return undefined;
  if (values[FORGET] === "true") return row?.official ? null : undefined;
  const credentials = Object.fromEntries(
    ALL.filter((field) => has(values, field.name) && (values[nameOf(field.name)] ?? "").trim() !== "").map((field) => [
      field.name,
      values[nameOf(field.name)] ?? "",
    ]),
  );
  const before = officialValues(row);
  const address = (name: string, key: "base_url" | "payout_base_url") =>
    (values[name] ?? "").trim() === (before[name] ?? "") ? {} : { [key]: (values[name] ?? "").trim() };
  const changed = { ...address(BASE, "base_url"), ...address(PAYOUT, "payout_base_url"), ...(Object.keys(credentials).length === 0 ? {} : { credentials }) };
  return Object.keys(changed).length === 0 ? undefined : changed;
}
