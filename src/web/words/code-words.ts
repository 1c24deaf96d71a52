/** Codes of the interfaces in words, by the field in which they stand and the kind of object they are about. */
import { operatorInfo, OPERATORS } from "../../contract/operators.ts";
import type { Area } from "../i18n/index.ts";
import { named } from "./named.ts";

type Place = readonly [area: Area, path: string];

/** Areas of the messages by kind of object; a list that was exported is named as its area. */
const AREAS: Readonly<Record<string, Area>> = {
  payment: "payments",
  payments: "payments",
  disburse: "disburses",
  disburses: "disburses",
  batch: "batches",
  batches: "batches",
  sms: "sms",
  rule: "rules",
  ending: "rules",
  transfer: "transfers",
  transfers: "transfers",
  withdrawal: "withdrawal",
  manual: "manual",
  approval: "approvals",
  approvals: "approvals",
  delivery: "deliveries",
  deliveries: "deliveries",
  journals: "journals",
  exception: "exceptions",
};

/** Where a field's codes have their words, whatever the object. */
const PLACES: Readonly<Record<string, readonly Place[]>> = {
  user_type: [["common", "userType"]],
  permissions: [["roles", "permission"]],
  shown: [["roles", "reveal.field"]],
  wallet_type: [["common", "walletType"]],
  api_type: [["common", "apiType"]],
  authenticator: [["users", "totp"]],
  app: [["wallets", "app"]],
  bind_status: [["wallets", "bound"]],
  health: [["wallets", "health"]],
  match_status: [["sms", "status"]],
  class: [["rules", "class"]],
  chain: [["sms", "continuity"]],
  notify: [["payments", "notify"]],
  type: [["deliveries", "type"]],
  scope: [["switches", "scope"]],
  direction: [
    ["switches", "direction"],
    ["fees", "direction"],
  ],
  by: [["audit", "by"]],
  language: [["channels", "language"]],
  min_severity: [["exceptions", "severity"]],
  kind: [
    ["approvals", "kind"],
    ["manual", "kind"],
    ["exceptions", "kind"],
  ],
  kinds: [["exceptions", "kind"]],
  deleted: [["wallets", "deleted"]],
  action: [["audit", "action"]],
  object_type: [["audit", "object"]],
  official: [["audit", "official"]],
  fields: [["wallets", "official.field"]],
  list: [["exports", "list"]],
  range: [["list", "dates"]],
  paid_at: [["list", "dates"]],
  frequency: [["exports", "form"]],
  columns: [["words", "field"]],
  reason: [["exports", "paused"]],
  // Of a schedule's own, and of the lists that it filters.
  status: [
    ["exports", "state"],
    ["payments", "status"],
    ["disburses", "status"],
    ["transfers", "status"],
    ["withdrawal", "status"],
  ],
};
/** Fields whose codes each kind of object names for itself. */
const OWN: readonly string[] = ["status", "kind"];

function oneWord(places: readonly Place[], code: string): string | null {
  for (const [area, path] of places) {
    const word = named(area, path, code);
    if (word !== code) return word;
  }
  return null;
}

/**
 * A code in words; several with commas between (a filter's) each in its own.
 * @param type kind of the object: whose status it is
 * @returns null for what is no code of this field: a text, a number, something that a newer server says
 */
export function codeWord(field: string, value: string, type: string): string | null {
  if (field === "operator") {
    const operator = OPERATORS.find((one) => one === value);
    return operator === undefined ? null : operatorInfo(operator).name;
  }
  if (field === "format") return value.toUpperCase();
  const area = AREAS[type];
  const places = [...(area !== undefined && OWN.includes(field) ? [[area, field] as const] : []), ...(PLACES[field] ?? [])];
  // Why a request lapsed is a code; why a person refused it is a text.
  if (field === "reason" && type === "approval") places.push(["approvals", "lapsed"]);
  // Of an order a code may say why it stands as it does; a person's own words hold more than a code.
  if (field === "reason" && area !== undefined && (type === "payment" || type === "disburse") && /^[a-z_]+$/.test(value)) places.push([area, "reason"]);
  const words = value.split(",").map((code) => oneWord(places, code));
  return words.every((word) => word !== null) ? words.join(", ") : null;
}
