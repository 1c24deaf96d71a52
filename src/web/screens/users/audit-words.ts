/** Words for what an audit row holds: fields, values, objects. */
import { dayText } from "../../../contract/time.ts";
import type { AuditRow } from "../../../contract/users.schema.ts";
import { amountText, formatDateTime } from "../../i18n/format.ts";
import { text } from "../../i18n/keys.ts";
import { accountWord } from "../../words/account-word.ts";
import { codeWord } from "../../words/code-words.ts";
import { named } from "../../words/named.ts";
import type { CellTools } from "../../cell-tools.ts";
import { keyWords, valueWords } from "../config/values.ts";
import { diffOf } from "./diff.ts";

/** Values longer than this are cut in the table's cell. */
const SHOWN_MAX = 40;
/** As the interfaces write one. */
const AMOUNT = /^-?\d+\.\d\d$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** Who acted: account and kind. */
export function actorWord(row: AuditRow): string {
  const kind = named("audit", "actor", row.actor.type);
  return row.actor.account === null ? kind : row.actor.type === "user" ? row.actor.account : `${kind} ${row.actor.account}`;
}

/** A field's name; each part of a nested one by itself, and a key of the configuration as its screen names it. */
export function fieldWord(field: string, type: string): string {
  return field
    .split(".")
    .map((part) => {
      const word = named("words", "field", part);
      return type === "config" || word === part ? keyWords(text, part) : word;
    })
    .join(" · ");
}

/**
 * A value as people read it.
 * @param field name of the field; the last part of a nested one decides
 * @param type kind of the object that the row is about
 */
export function valueWord(field: string, value: unknown, type: string, tools: CellTools): string {
  const { t } = tools;
  const name = field.slice(field.lastIndexOf(".") + 1);
  if (value === undefined || value === null || value === "") return t("audit.diff.empty");
  if (type === "config" && keyWords(text, name) !== name) return valueWords(text, name, value, tools.currency);
  if (value === true || value === "true") return t("common.yes");
  if (value === false || value === "false") return t("common.no");
  if (Array.isArray(value)) return value.length === 0 ? t("audit.diff.empty") : value.map((one) => valueWord(name, one, type, tools)).join(", ");
  if (typeof value === "object") return partsWord(value as Readonly<Record<string, unknown>>, type, tools); // no list, no null: an object out of JSON
  const written = String(value);
  const code = codeWord(name, written, type);
  if (code !== null) return code;
  if (AMOUNT.test(written)) return amountText(written);
  if (DAY.test(written)) return dayText(written);
  return INSTANT.test(written) ? formatDateTime(written) : written;
}

/** What an account held before and after; of any other object each part with its name. */
function partsWord(value: Readonly<Record<string, unknown>>, type: string, tools: CellTools): string {
  const { account, before, after, ...others } = value;
  if (typeof account === "string" && typeof before === "string" && typeof after === "string" && Object.keys(others).length === 0)
    return `${accountWord(account)} ${valueWord("before", before, type, tools)} → ${valueWord("after", after, type, tools)}`;
  return Object.entries(value)
    .map(([key, one]) => tools.t("audit.tagNew", { field: fieldWord(key, type), value: valueWord(key, one, type, tools) }))
    .join(", ");
}

/** The first change in a few words, and how many more there are. */
export function changesWord(row: AuditRow, tools: CellTools): string | null {
  const [first, ...others] = diffOf(row.before, row.after);
  if (first === undefined) return null;
  const { type } = row.object;
  const short = (value: unknown): string => {
    const word = valueWord(first.field, value, type, tools);
    return word.length > SHOWN_MAX ? `${word.slice(0, SHOWN_MAX)}…` : word;
  };
  const field = fieldWord(first.field, type);
  // Something new or something gone has one side only.
  const both = row.before !== null && row.after !== null;
  const one = both
    ? tools.t("audit.tagOne", { field, before: short(first.before), after: short(first.after) })
    : tools.t("audit.tagNew", { field, value: short(row.before === null ? first.after : first.before) });
  return others.length === 0 ? one : `${one} ${tools.t("audit.tagMore", { n: others.length + 1 })}`;
}
