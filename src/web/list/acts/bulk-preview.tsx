/** What a bulk act would do, by the server's word, before it is done: count, sum, and what it leaves out and why. */
import { Button, Modal, Textarea } from "@mantine/core";
import { type FormEvent, type ReactElement, useEffect, useState } from "react";
import type { CallError } from "../../api.ts";
import { tooLong } from "../../forms/too-long.ts";
import { moneyText } from "../../i18n/format.ts";
import { ErrorState, Placeholder } from "../../ui/blocks.tsx";
import { named } from "../../words/named.ts";
import css from "../../ui/overlays.module.css";
import { BULK_REASON_MAX, type BulkPreview, type BulkSpec } from "../spec/index.ts";
import type { CellTools } from "../../cell-tools.ts";
import { asksTyping, saysSum, TypedSum } from "../../forms/typed-sum.tsx";

type Items = readonly { id: string; version: number }[];
interface Props<Row> {
  readonly act: BulkSpec<Row>;
  readonly items: Items;
  readonly tools: CellTools;
  /** null: given up. */
  readonly onDecided: (decided: { readonly items: Items; readonly extra: Record<string, string> } | null) => void;
}

/** Asks the server, shows its answer, and goes on with what it allows. */
export default function BulkPreviewDialog<Row>({ act, items, tools, onDecided }: Props<Row>): ReactElement {
  const { t } = tools;
  const name = t(act.label);
  const { preview, error, ask } = usePreview(act, items);
  const [typed, setTyped] = useState("");
  const [reason, setReason] = useState("");
  const mustType = preview !== null && act.typed === true && asksTyping(preview.sum);
  const able = preview === null ? [] : items.filter((item) => !preview.blocked.some((blocked) => blocked.id === item.id));
  const long = tooLong(reason, BULK_REASON_MAX, t);
  const ready = long === null && able.length > 0 && (!mustType || saysSum(typed, preview?.sum ?? "")) && (!act.reason || reason.trim() !== "");
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (ready) onDecided({ items: able, extra: act.reason ? { reason: reason.trim().replace(/\s*[\r\n]+\s*/g, " ") } : {} });
  };
  const title = preview === null ? name : t("list.bulk.askSum", { act: name, n: preview.count, amount: moneyText(preview.sum, tools.currency) });
  return (
    <Modal opened onClose={() => onDecided(null)} title={title} size="lg" closeButtonProps={{ "aria-label": t("common.close") }}>
      <form onSubmit={submit} className={css.preview}>
        {error === null ? null : <ErrorState error={error} onRetry={ask} />}
        {preview === null && error === null ? <Placeholder height={120} /> : null}
        {preview === null ? null : <Blocked preview={preview} act={act} tools={tools} />}
        {preview !== null && act.reason ? (
          <Textarea
            label={t("list.bulk.reason")}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            error={long}
            required
            autosize
            minRows={2}
          />
        ) : null}
        {mustType ? <TypedSum sum={preview.sum} value={typed} tools={tools} onChange={setTyped} /> : null}
        <div className={css.previewActions}>
          <Button variant="default" onClick={() => onDecided(null)}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" color={act.danger ? "danger" : "accent"} disabled={!ready}>
            {name}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

function usePreview<Row>(act: BulkSpec<Row>, items: Items): { preview: BulkPreview | null; error: CallError | null; ask: () => void } {
  const [preview, setPreview] = useState<BulkPreview | null>(null);
  const [error, setError] = useState<CallError | null>(null);
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks again
  useEffect(() => {
    let gone = false;
    setError(null);
    void act.preview?.([...items]).then((answer) => {
      if (gone) return;
      if (answer.success) setPreview(answer.data);
      else setError(answer.error);
    });
    return () => {
      gone = true;
    };
  }, [act, items, round]);
  return { preview, error, ask: () => setRound(round + 1) };
}

/** A row's state says more than "not possible in this state". */
function whyOf<Row>(item: BulkPreview["blocked"][number], { stateOf }: BulkSpec<Row>, { t }: CellTools): string {
  return item.code === "wrong_state" && item.status && stateOf ? t("list.bulk.isNow", { state: stateOf(item.status) }) : named("errors", "code", item.code);
}

function Blocked<Row>({ preview, act, tools }: { preview: BulkPreview; act: BulkSpec<Row>; tools: CellTools }): ReactElement {
  const { t } = tools;
  const { blocked } = preview;
  if (preview.count === 0 && blocked.length === 0) return <p>{t("list.bulk.none")}</p>;
  return (
    <>
      <p>
        {preview.count === 0
          ? t("list.bulk.none")
          : blocked.length === 0
            ? t("list.bulk.allAble")
            : t("list.bulk.part", { able: preview.count, n: preview.count + blocked.length, left: blocked.length })}
      </p>
      {blocked.length === 0 ? null : (
        <ul className={css.results} aria-label={t("list.bulk.blocked")}>
          {blocked.map((item) => (
            <li key={item.id} className={css.result}>
              <span className="fd-mono">{item.id}</span>
              <span>{whyOf(item, act, tools)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
