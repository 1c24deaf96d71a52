/** What a rule noted while it ran in the shadow: its figures, and the messages behind them when they are asked for. */
import { type ReactElement, useState } from "react";
import type { SmsRuleRow, SmsRuleShadow } from "../../../../contract/sms-rules.schema.ts";
import { countText, formatDateTime } from "../../../i18n/format.ts";
import type { CellTools } from "../../../cell-tools.ts";
import { errorOf, useRead } from "../../../query.ts";
import { useCan } from "../../../session.tsx";
import { ErrorState, Placeholder } from "../../../ui/index.ts";
import css from "./rules.module.css";
import { Counted, TrialSamples } from "./trial.tsx";

const HEIGHT = 160;
/** While it runs it goes on noting. */
const EVERY_MS = 15_000;

/** Nothing for a rule that never ran there. Open while it runs: that is what one waits for. */
export function ShadowRun({ row, tools }: { row: SmsRuleRow; tools: CellTools }): ReactElement | null {
  const { t } = tools;
  if (row.shadow === null) return null;
  return (
    <details className={css.more} open={row.status === "shadow"}>
      <summary>{t("rules.shadow.title")}</summary>
      <div className={css.shadowFigures}>
        <Figures shadow={row.shadow} tools={tools} />
        <Noted row={row} tools={tools} />
      </div>
    </details>
  );
}

function Figures({ shadow, tools: { t } }: { shadow: SmsRuleShadow; tools: CellTools }): ReactElement {
  const span = { since: formatDateTime(shadow.since), until: formatDateTime(shadow.until) };
  return (
    <>
      <p>{t(shadow.ended_at === null ? "rules.shadow.running" : "rules.shadow.ended", span)}</p>
      {shadow.looked === 0 ? (
        <p>{t("rules.shadow.nothing")}</p>
      ) : (
        <>
          <p>{t("rules.shadow.looked", { n: countText(shadow.looked) })}</p>
          <p>
            <strong>{t("rules.trial.unreadNoted", { n: countText(shadow.unread) })}</strong>
          </p>
          <Counted counts={shadow} />
        </>
      )}
    </>
  );
}

/** Texts are for whoever may write rules. */
function Noted({ row, tools: { t } }: { row: SmsRuleRow; tools: CellTools }): ReactElement | null {
  const mayRead = useCan("sms.rules");
  const [open, setOpen] = useState(false);
  const read = useRead(
    "GET /api/sms/rules/:id/shadow",
    { params: { id: row.id } },
    { enabled: open, keepOld: true, everyMs: row.status === "shadow" && EVERY_MS },
  );
  const { shadow } = row;
  if (!mayRead || shadow === null || shadow.unread + shadow.noise + shadow.open + shadow.differs + shadow.agrees === 0) return null;
  return (
    <details className={css.more} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t("rules.shadow.samples")}</summary>
      {open && read.isPending ? <Placeholder height={HEIGHT} /> : null}
      {read.isError ? <ErrorState error={errorOf(read.error)} onRetry={() => void read.refetch()} /> : null}
      {read.data === undefined ? null : <TrialSamples samples={read.data.samples} />}
    </details>
  );
}
