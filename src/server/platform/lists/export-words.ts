/**
 * Codes of a list in words, for files that show it as the screen does (docs/decisions/0106). The database looks each up in an object of
 * the words of one language; a code without a word stays as it is.
 */
import { CODE_WORDS, type CodeWords, flatWords } from "../../../contract/words/index.ts";
import { OPERATORS, operatorInfo } from "../../../contract/operators.ts";
import type { ExportLanguage } from "../../../contract/exports.ts";
import { inline, sql } from "./sql.ts";

type Words = (typeof CODE_WORDS)[ExportLanguage];
/** What has words; `operator`: the operators' names. */
export type WordSet = keyof Words | "operator";

const OPERATOR_NAMES = Object.fromEntries(OPERATORS.map((operator) => [operator, operatorInfo(operator).name]));
const YES = { zh: ["是", "否"], en: ["Yes", "No"] } as const satisfies Record<ExportLanguage, readonly [string, string]>;

/** The word of a code, null where it has none. @param value an expression that is a code or null */
function wordSql(value: string, language: ExportLanguage, sets: readonly WordSet[]): string {
  const all = sets.map((set) => (set === "operator" ? OPERATOR_NAMES : flatWords(CODE_WORDS[language][set] as CodeWords)));
  return `(${inline(sql`${JSON.stringify(Object.assign({}, ...all))}::jsonb`)} ->> (${value}))`;
}

/** A code, or its word. */
export const codeSql = (value: string, language: ExportLanguage, sets: readonly WordSet[]): string => `coalesce(${wordSql(value, language, sets)}, ${value})`;

/** A reason: a code, a code with what somebody wrote behind it (`phone_failed: no signal`), or a person's own words. */
export function reasonSql(value: string, language: ExportLanguage, set: WordSet): string {
  const first = wordSql(`split_part(${value}, ': ', 1)`, language, [set]);
  return `case when (${value}) is not null then coalesce(${wordSql(value, language, [set])}, ${first} || ' · ' || substr(${value}, strpos(${value}, ': ') + 2), ${value}) end`;
}

/** Several codes. @param list the expression of their array */
export const eachSql = (list: string, language: ExportLanguage, set: WordSet): string =>
  `(select string_agg(${codeSql("one.code", language, [set])}, '${language === "zh" ? "；" : "; "}' order by one.at) from unnest(${list}) with ordinality one(code, at))`;

/** An account of the ledger (`merchant:Padma`): its role and whose it is. @param value the expression of its name */
export const accountSql = (value: string, language: ExportLanguage): string =>
  `coalesce(${wordSql(`split_part(${value}, ':', 1)`, language, ["entryAccount"])}, split_part(${value}, ':', 1)) || case when strpos(${value}, ':') > 0 then ' ' || substr(${value}, strpos(${value}, ':') + 1) else '' end`;

/** A merchant reads this in the place of the names of the platform's people. */
export const staffWord = (language: ExportLanguage): string => CODE_WORDS[language].auditActor.staff;

/** Yes or no. */
export const yesSql = (value: string, language: ExportLanguage): string => `case when (${value}) then '${YES[language][0]}' else '${YES[language][1]}' end`;
