/** Accounts before → after: of a stored operation, of one that is being written, of one that is about to be applied. */
import { useDebouncedValue } from "@mantine/hooks";
import { type ReactElement, useEffect, useState } from "react";
import type { ManualRow, ManualTried } from "../../../contract/manual.schema.ts";
import { call, type CallError } from "../../api.ts";
import type { CustomFieldProps } from "../../forms/spec.ts";
import { amountText } from "../../i18n/format.ts";
import { useText } from "../../i18n/keys.ts";
import { accountWord } from "../../words/account-word.ts";
import { named } from "../../words/named.ts";
import { errorOf, useRead } from "../../query.ts";
import { ErrorState, Placeholder, Strip } from "../../ui/blocks.tsx";
import { errorWords } from "../../ui/notices.tsx";
import { Amount } from "../../ui/values.tsx";
import { bodyOf, isKind } from "./fields.ts";
import css from "./manual.module.css";
import { TableHead } from "../../ui/table-head.tsx";

const TYPED_MS = 350;
type Line = ManualTried["preview"][number];

/** The table; what moves stands out. */
export function PreviewTable({ lines }: { lines: readonly Line[] }): ReactElement {
  const t = useText();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
    <div className={css.box} role="group" aria-label={t("manual.form.preview")} tabIndex={0}>
      <table className={css.preview}>
        <TableHead titles={[t("manual.preview.account"), t("manual.preview.before"), t("manual.preview.after")]} />
        <tbody>
          {lines.map((line) => (
            <tr key={line.account}>
              <th scope="row">{accountWord(line.account)}</th>
              <td>
                <Amount value={line.before} />
              </td>
              <td>
                <Amount value={line.after} strong />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Asks the server whenever the form is complete enough; what stands against it is said at once. */
export function LivePreview({ id, label, values }: CustomFieldProps<null>): ReactElement {
  const t = useText();
  const [text] = useDebouncedValue(JSON.stringify(bodyOf(values)), TYPED_MS);
  const [tried, setTried] = useState<{ text: string; data: ManualTried | null; error: CallError | null } | null>(null);
  useEffect(() => {
    // The body was written by this very component: an object, or null while something is missing.
    const body = JSON.parse(text) as ReturnType<typeof bodyOf>;
    if (body === null) return setTried(null);
    const stop = new AbortController();
    void call("POST /api/manual/preview", { body, background: true, signal: stop.signal }).then((answer) => {
      if (!stop.signal.aborted) setTried({ text, data: answer.data, error: answer.success ? null : answer.error });
    });
    return () => stop.abort();
  }, [text]);
  const waits = text !== "null" && tried?.text !== text;
  return (
    <section id={id} aria-label={label} aria-live="polite" className={css.live}>
      <h3 className={css.label}>{label}</h3>
      {isKind(values.kind) ? <p className="fd-dim">{t(`manual.kindHelp.${values.kind}`)}</p> : null}
      {waits ? <p className="fd-dim">{t("manual.preview.loading")}</p> : null}
      {!waits && tried === null ? <p className="fd-dim">{t("manual.preview.fill")}</p> : null}
      {!waits && tried?.error ? <Strip tone="bad">{t("manual.preview.problem", { why: errorWords(tried.error).text })}</Strip> : null}
      {!waits && tried?.data ? (
        <>
          {tried.data.amount === null ? null : <p>{t("manual.preview.amount", { amount: amountText(tried.data.amount) })}</p>}
          <PreviewTable lines={tried.data.preview} />
        </>
      ) : null}
    </section>
  );
}

/** What applying it at this moment would do; says when that is not what was asked for. */
export function PresentPreview({ id, label, subject }: CustomFieldProps<ManualRow>): ReactElement {
  const t = useText();
  const read = useRead("GET /api/manual/:id", { params: { id: subject.id } });
  const { data } = read;
  const moved = data?.now !== undefined && data.now !== null && JSON.stringify(data.now) !== JSON.stringify(subject.preview);
  return (
    <section id={id} aria-label={label} className={css.live}>
      <h3 className={css.label}>{label}</h3>
      {read.error ? <ErrorState error={errorOf(read.error)} onRetry={() => void read.refetch()} /> : null}
      {read.isPending ? <Placeholder height={96} /> : null}
      {data?.problem ? <Strip tone="bad">{t("manual.preview.problem", { why: named("errors", "code", data.problem) })}</Strip> : null}
      {moved ? <Strip>{t("manual.preview.differs")}</Strip> : null}
      {data?.now ? <PreviewTable lines={data.now} /> : null}
    </section>
  );
}
