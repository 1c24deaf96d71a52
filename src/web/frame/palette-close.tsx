/** The close of a day, or of every day without difference, by words: what would be closed and what stays, then the close's own preview. */
import type { ReactElement } from "react";
import { useNavigate } from "react-router";
import { dayText, businessDay } from "../../contract/time.ts";
import { shownDays } from "../../contract/wallet-days.ts";
import type { CellTools } from "../cell-tools.ts";
import { intend } from "../intent.ts";
import { pathTo } from "../paths.ts";
import { useRead } from "../query.ts";
import { agreeing } from "../screens/wallets/days/close-all.ts";
import type { CloseAsked } from "./acts/close-words.ts";
import { ActLine } from "./palette-line.tsx";
import { useHome } from "./waiting.ts";

interface Range {
  readonly from: string;
  readonly to: string;
}

export function CloseLine({ asked, tools }: { readonly asked: CloseAsked; readonly tools: CellTools }): ReactElement {
  const { t } = tools;
  const { data: home } = useHome();
  if (asked.kind === "day") {
    const { day } = asked;
    const label = t("frame.palette.close", { day: dayText(day) });
    if (day >= businessDay(Date.now())) return <ActLine label={label} effect={t("frame.palette.closeEarly")} run={null} />;
    return <RangeLine range={{ from: day, to: day }} label={label} tools={tools} />;
  }
  const label = t("frame.palette.closeAll");
  if (home === undefined) return <ActLine label={label} effect={t("common.loading")} run={null} />;
  if (home.open_days === null) return <ActLine label={label} effect={t("frame.palette.closeNone")} run={null} />;
  return <RangeLine range={home.open_days} label={label} tools={tools} />;
}

/** Where nothing can be closed at once, it leads to the days that say why. */
function RangeLine({ range, label, tools }: { readonly range: Range; readonly label: string; readonly tools: CellTools }): ReactElement {
  const { t, locale } = tools;
  const navigate = useNavigate();
  const { from, to } = range;
  const read = useRead("GET /api/reconciliation", { query: { from, to } });
  if (read.data === undefined) return <ActLine label={label} effect={t(read.isError ? "frame.palette.failed" : "common.loading")} run={null} />;
  const today = businessDay(Date.now());
  const ready = agreeing(read.data.items, today).length;
  const left = shownDays(read.data.items, "open", today).length - ready;
  if (ready + left === 0) return <ActLine label={label} effect={t("frame.palette.closeNone")} run={null} />;
  return (
    <ActLine
      label={label}
      effect={t(ready === 0 ? "frame.palette.closeDiffers" : "frame.palette.closeEffect", { n: ready, left })}
      run={() => {
        if (ready > 0) intend({ kind: "close", from, to });
        void navigate(pathTo(locale, "wallets", { tab: "reconciliation", from, to }));
      }}
    />
  );
}
