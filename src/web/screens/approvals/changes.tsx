/** Before → after of a request, a line per field; values that are objects (fee rules) stand as their parts. */
import type { ReactElement, ReactNode } from "react";
import { parseAmount } from "../../../contract/money.ts";
import { accountWord } from "../../words/account-word.ts";
import type { CellTools } from "../../cell-tools.ts";
import { Amount } from "../../ui/values.tsx";
import css from "./approvals.module.css";
import { fieldWord, valueWords } from "./value-words.ts";
import { TableHead } from "../../ui/table-head.tsx";

type Fields = Readonly<Record<string, unknown>>;

function Value({ field, value, type }: { field: string; value: unknown; type: string }): ReactNode {
  if (typeof value === "string" && /^-?\d+\.\d{2}$/.test(value) && parseAmount(value.replace("-", "")) !== null) return <Amount value={value} />;
  return <span className={css.value}>{valueWords(field, value, type)}</span>;
}

/** The name of an account, or else of a field. */
function nameOf(field: string): string {
  const word = accountWord(field);
  return word === field ? fieldWord(field) : word;
}

/** A table of what changes. @param type kind of the object */
export function Changes({ before, after, type, tools }: { before: Fields | null; after: Fields | null; type: string; tools: CellTools }): ReactElement {
  const { t } = tools;
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (fields.length === 0) return <p className="fd-dim">{t("approvals.change.none")}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
    <div className={css.box} role="group" aria-label={t("approvals.change.title")} tabIndex={0}>
      <table className={css.changes}>
        <TableHead titles={[t("approvals.change.field"), t("approvals.change.before"), t("approvals.change.after")]} />
        <tbody>
          {fields.map((field) => (
            <tr key={field}>
              <th scope="row">{nameOf(field)}</th>
              <td>{before !== null && field in before ? <Value field={field} value={before[field]} type={type} /> : "–"}</td>
              <td>{after !== null && field in after ? <Value field={field} value={after[field]} type={type} /> : "–"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
