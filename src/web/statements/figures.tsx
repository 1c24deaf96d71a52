/** A statement looked at: opening, closing, the balance over its days, in and out of each day; each with its table and file. */
import { type ReactElement, useEffect } from "react";
import { businessDay } from "../../contract/time.ts";
import type { Statement } from "../../contract/statements.schema.ts";
import type { CellTools } from "../cell-tools.ts";
import { Plot } from "../plots/index.ts";
import { errorOf, useRead } from "../query.ts";
import { ErrorState, KeyValue, Placeholder } from "../ui/blocks.tsx";
import { useNarrow } from "../ui/cover.ts";
import { CoveredNote } from "../ui/covered-note.tsx";
import { Amount } from "../ui/values.tsx";
import { statementSpecs } from "./days-spec.ts";
import type { StatementAsked } from "./fetch.ts";
import css from "./figures.module.css";
import { Dialog } from "../ui/dialog.tsx";

const HEIGHT = 220;

interface Props {
  readonly asked: Pick<StatementAsked, "type" | "id" | "month">;
  /** Gets the focus back. */
  readonly anchor: HTMLElement;
  readonly tools: CellTools;
  readonly onClose: () => void;
}

export default function StatementFigures({ asked, anchor, tools, onClose }: Props): ReactElement {
  const { t } = tools;
  useEffect(() => () => anchor.focus({ preventScroll: true }), [anchor]);
  const narrow = useNarrow();
  const call = { params: { id: asked.id }, query: { month: asked.month } };
  const wallet = useRead("GET /api/wallets/:id/statement", call, { enabled: asked.type === "wallets" });
  const merchant = useRead("GET /api/merchants/:id/statement", call, { enabled: asked.type === "merchants" });
  const read = asked.type === "wallets" ? wallet : merchant;
  const title = t("reconciliation.statement.figuresOf", { month: asked.month.replace("-", "/") });
  return (
    <Dialog opened onClose={onClose} title={title} returnFocus={false} size="xl" fullScreen={narrow} closeButtonProps={{ "aria-label": t("common.close") }}>
      <CoveredNote />
      {read.isError ? <ErrorState error={errorOf(read.error)} onRetry={() => void read.refetch()} /> : null}
      {read.data === undefined && !read.isError ? <Placeholder height={2 * HEIGHT} /> : null}
      {read.data === undefined ? null : <Figures statement={read.data} tools={tools} />}
    </Dialog>
  );
}

function Figures({ statement, tools }: { statement: Statement; tools: CellTools }): ReactElement {
  const { t } = tools;
  // Up to the day on which it was made, by the server's clock.
  const specs = statementSpecs(statement, businessDay(Date.parse(statement.made_at)), tools);
  return (
    <div className={css.figures}>
      <KeyValue
        items={[
          { label: t("reconciliation.statement.whose"), value: statement.subject.name },
          { label: t("reconciliation.statement.opening"), value: <Amount value={statement.opening_balance} /> },
          { label: t("reconciliation.statement.in"), value: <Amount value={statement.credit} /> },
          { label: t("reconciliation.statement.out"), value: <Amount value={statement.debit} /> },
          {
            label: t(statement.complete ? "reconciliation.statement.closing" : "reconciliation.statement.sofar"),
            value: <Amount value={statement.closing_balance} />,
          },
        ]}
      />
      {statement.line_count === 0 ? (
        <p className="fd-dim" role="status">
          {t("reconciliation.statement.noEntries")}
        </p>
      ) : null}
      {specs === null
        ? null
        : [specs.balance, specs.flow].map((spec) => (
            <section key={spec.file} aria-label={spec.title}>
              <h3 className={css.title}>{spec.title}</h3>
              <Plot spec={spec} height={HEIGHT} />
            </section>
          ))}
    </div>
  );
}
