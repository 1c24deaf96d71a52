/** All that a template ever said, with the way back. */
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import type { WalletTemplateRow } from "../../../../contract/wallet-templates.schema.ts";
import { call } from "../../../api.ts";
import { useCellTools } from "../../../cell-tools.ts";
import { errorOf, useAct, useRead } from "../../../query.ts";
import { confirm, DateTime, ErrorState, Placeholder } from "../../../ui/index.ts";
import { offerUndo } from "../../../ui/undo.ts";
import { Changes } from "./changes.tsx";
import css from "./templates.module.css";
import { differences, settingsOf } from "./values.ts";

interface Props {
  readonly row: WalletTemplateRow;
  readonly mayEdit: boolean;
  readonly onBack: () => void;
}

export function Editions({ row, mayEdit, onBack }: Props): ReactElement {
  const tools = useCellTools();
  const { t } = tools;
  const read = useRead("GET /api/wallet-templates/:id/editions", { params: { id: row.id } });
  const { busy, run } = useAct("PATCH /api/wallet-templates/:id");
  const params = { id: row.id };
  if (read.isError) return <ErrorState error={errorOf(read.error)} onRetry={() => void read.refetch()} />;
  if (read.data === undefined) return <Placeholder height={80} />;
  const { items } = read.data;
  const restore = async (edition: (typeof items)[number]): Promise<void> => {
    const what = differences(settingsOf(row.settings), settingsOf(edition.settings));
    const sure = await confirm({
      title: t("templates.backTitle", { n: edition.edition }),
      text: <Changes items={what} label={t("templates.changes", { n: what.length })} tools={tools} />,
      action: t("templates.back"),
    });
    if (!sure) return;
    const answer = await run({ params, body: { version: row.version, settings: settingsOf(edition.settings) } });
    if (!answer.success) return;
    const { version } = answer.data;
    onBack();
    offerUndo({
      done: t("templates.backDone", { name: row.name, n: edition.edition }),
      back: (idempotencyKey) => call("PATCH /api/wallet-templates/:id", { params, body: { version, settings: settingsOf(row.settings) }, idempotencyKey }),
      onBack,
    });
  };
  return (
    <ol className={css.box}>
      {items.map((edition, at) => {
        const before = items[at + 1];
        const what = before === undefined ? [] : differences(settingsOf(before.settings), settingsOf(edition.settings));
        return (
          <li key={edition.edition} className={css.edition}>
            <div className={css.head}>
              <strong>{t("templates.edition", { n: edition.edition })}</strong>
              <span className="fd-dim">
                {edition.saved_by} <DateTime value={edition.saved_at} exact />
              </span>
              {edition.wallets === 0 ? null : <span className="fd-dim">{t("templates.given", { n: edition.wallets })}</span>}
              {mayEdit && edition.edition !== row.edition && differences(settingsOf(row.settings), settingsOf(edition.settings)).length > 0 ? (
                <Button size="compact-xs" variant="subtle" loading={busy} onClick={() => void restore(edition)}>
                  {t("templates.back")}
                </Button>
              ) : null}
            </div>
            <Changes items={what} label={t("templates.changes", { n: what.length })} tools={tools} />
          </li>
        );
      })}
    </ol>
  );
}
