/** Words for what an audit row holds: fields, values, objects. */
import { USER_TYPES } from "../../../contract/permissions.ts";
import type { AuditRow } from "../../../contract/users.schema.ts";
import { formatDateTime } from "../../i18n/format.ts";
import { named } from "../../list/named.ts";
import type { CellTools } from "../../list/spec.ts";
import { diffOf } from "./diff.ts";

/** Values longer than this are cut in the table's cell. */
const SHOWN_MAX = 40;
const DAY = /^\d{4}-\d\d-\d\d$/;
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** A field's name; each part of a nested one by itself. */
export function fieldWord(field: string): string {
  return field
    .split(".")
    .map((part) => named("audit", "field", part))
    .join(" · ");
}

/** A value as people read it. */
export function valueWord(field: string, value: unknown, { t }: CellTools): string {
  if (value === undefined || value === null || value === "") return t("audit.diff.empty");
  if (typeof value === "boolean") return t(value ? "audit.diff.yes" : "audit.diff.no");
  if (Array.isArray(value)) return value.length === 0 ? t("audit.diff.empty") : value.map((one) => valueWord("", one, { t } as CellTools)).join(", "); // only `t` is used below
  if (typeof value === "object") return JSON.stringify(value);
  const text = String(value);
  if (field === "user_type" && USER_TYPES.some((type) => type === text)) return named("common", "userType", text);
  if (field === "authenticator") return named("users", "totp", text);
  if (field === "wallet_type") return named("common", "walletType", text);
  if (field === "api_type") return named("common", "apiType", text);
  if (field === "app") return named("wallets", "app", text);
  if (field === "kind") return kindWord(text);
  if (DAY.test(text)) return text.replaceAll("-", "/");
  return INSTANT.test(text) ? formatDateTime(text) : text;
}

/** Kind of a request or of a manual operation; each has names of its own. */
function kindWord(kind: string): string {
  const asked = named("approvals", "kind", kind);
  return asked === kind ? named("manual", "kind", kind) : asked;
}

/** The first change in a few words, and how many more there are. */
export function changesWord(row: AuditRow, tools: CellTools): string | null {
  const [first, ...others] = diffOf(row.before, row.after);
  if (first === undefined) return null;
  const short = (value: unknown): string => {
    const word = valueWord(first.field, value, tools);
    return word.length > SHOWN_MAX ? `${word.slice(0, SHOWN_MAX)}…` : word;
  };
  const field = fieldWord(first.field);
  // Something new or something gone has one side only.
  const both = row.before !== null && row.after !== null;
  const one = both
    ? tools.t("audit.tagOne", { field, before: short(first.before), after: short(first.after) })
    : tools.t("audit.tagNew", { field, value: short(row.before === null ? first.after : first.before) });
  return others.length === 0 ? one : `${one} ${tools.t("audit.tagMore", { n: others.length + 1 })}`;
}
