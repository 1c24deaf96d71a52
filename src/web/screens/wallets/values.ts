/** A wallet as the form's texts, and back as the bodies of its calls. Pure. */
import { API_TYPES, OPERATORS, WALLET_TYPES } from "../../../contract/operators.ts";
import type { WalletCreate, WalletPatch, WalletRow } from "../../../contract/wallets.schema.ts";
import { WALLET_LIMIT_FIELDS } from "../../../contract/wallets.ts";
import { linesOf } from "../../forms/entries.ts";
import type { Values } from "../../forms/spec.ts";
import { officialBody, officialValues } from "./official-fields.ts";

const AMOUNTS = ["min_amount", "max_amount", "daily_max", "month_max", "phone_trust_limit"] as const;
const COUNTS = ["daily_count_max", "month_count_max", "cool_interval"] as const;
const SWITCHES = ["collect", "payout", "payments_open", "disburses_open"] as const;

/** What the form shows of a wallet; of a new one, what most are. */
export function valuesOf(row: WalletRow | null): Values {
  if (row === null)
    return {
      operator: "bkash",
      wallet_type: "personal",
      api_type: "app",
      collect: "true",
      payout: "true",
      payments_open: "true",
      disburses_open: "true",
      enabled: "true",
    };
  return {
    ...officialValues(row),
    name: row.name,
    note_name: row.note_name,
    operator: row.operator,
    wallet_type: row.wallet_type,
    api_type: row.api_type,
    account: row.account,
    location: row.location ?? "",
    proxy: row.proxy ?? "",
    ip_whitelist: row.ip_whitelist.join("\n"),
    ...Object.fromEntries([...AMOUNTS, ...COUNTS].map((name) => [name, row[name] === null ? "" : String(row[name])])),
    ...Object.fromEntries(SWITCHES.map((name) => [name, row[name] ? "true" : ""])),
  };
}

const trimmed = (values: Values, name: string): string => (values[name] ?? "").trim();
const orNull = (text: string): string | null => (text === "" ? null : text);
function oneOf<T extends string>(list: readonly T[], value: string, otherwise: T): T {
  return list.find((one) => one === value) ?? otherwise;
}

function givenOfficial(values: Values, row: WalletRow | null): Pick<WalletPatch, "official"> {
  const official = officialBody(values, row);
  return official === undefined ? {} : { official };
}

type Fields = Omit<WalletPatch, "version">;
/** Every field that can be changed later, as the server takes it. */
function fieldsOf(values: Values): Fields {
  return {
    name: trimmed(values, "name"),
    note_name: trimmed(values, "note_name"),
    wallet_type: oneOf(WALLET_TYPES, trimmed(values, "wallet_type"), "personal"),
    api_type: oneOf(API_TYPES, trimmed(values, "api_type"), "app"),
    account: trimmed(values, "account"),
    location: orNull(trimmed(values, "location")),
    proxy: orNull(trimmed(values, "proxy")),
    ip_whitelist: linesOf(values.ip_whitelist),
    ...Object.fromEntries(AMOUNTS.map((name) => [name, orNull(trimmed(values, name))])),
    ...Object.fromEntries(COUNTS.map((name) => [name, trimmed(values, name) === "" ? null : Number(trimmed(values, name))])),
    ...Object.fromEntries(SWITCHES.map((name) => [name, values[name] === "true"])),
  };
}

/** The template that a new wallet was begun with. */
function begunWith(values: Values): Pick<WalletCreate, "template"> {
  const [id, edition] = trimmed(values, "template").split(":");
  return id === undefined || id === "" ? {} : { template: { id, edition: Number(edition) } };
}

/** Body of a new wallet. */
export function createBody(values: Values): WalletCreate {
  const { name = "", account = "", wallet_type = "agent", api_type = "app", ...rest } = fieldsOf(values);
  return {
    ...rest,
    name,
    account,
    wallet_type,
    api_type,
    operator: oneOf(OPERATORS, trimmed(values, "operator"), "bkash"),
    enabled: values.enabled === "true",
    ...begunWith(values),
    ...givenOfficial(values, null),
  };
}

/**
 * Body of a change: only what differs from the row, so that what somebody else changed meanwhile is not put back.
 * @param limitsOnly this person may change limits and nothing else
 */
export function patchBody(row: WalletRow, values: Values, limitsOnly: boolean): WalletPatch {
  const before: Readonly<Record<string, unknown>> = fieldsOf(valuesOf(row));
  const allowed: readonly string[] = WALLET_LIMIT_FIELDS;
  const differing = Object.entries(fieldsOf(values)).filter(
    ([name, value]) => (!limitsOnly || allowed.includes(name)) && JSON.stringify(value) !== JSON.stringify(before[name]),
  );
  return { version: row.version, ...Object.fromEntries(differing), ...(limitsOnly ? {} : givenOfficial(values, row)) };
}
