/** The notifications log, with everything in view sent again by one button. */
import { type ReactElement, type ReactNode, useState } from "react";
import { useLocation } from "react-router";
import { call } from "../../api.ts";
import { countText } from "../../i18n/format.ts";
import { activeTags, apiQuery, readAddress } from "../../list/state/index.ts";
import { barCss as bar, tagWord } from "../../list/bar/index.ts";
import { List } from "../../list/index.ts";
import { useCellTools } from "../../cell-tools.ts";
import { queryClient } from "../../query.ts";
import { useCan } from "../../session.tsx";
import { confirm } from "../../ui/confirm.ts";
import { notify, notifyError } from "../../ui/notices.tsx";
import { filterOf, RESEND_MAX } from "./deliveries-actions.ts";
import { deliveriesList, deliveryFilters } from "./deliveries-spec.tsx";

const COUNT_SIZE = 10;

/** The tab "notifications". */
export default function Deliveries({ tabs }: { tabs: ReactNode }): ReactElement {
  const tools = useCellTools();
  const { t } = tools;
  const may = useCan("deliveries.resend");
  const { search } = useLocation();
  const [busy, setBusy] = useState(false);
  const resendAll = async (): Promise<void> => {
    setBusy(true);
    await resendFiltered(search, tools);
    setBusy(false);
  };
  return (
    <List
      spec={deliveriesList}
      tabs={tabs}
      extra={
        may ? (
          <button type="button" className={bar.button} disabled={busy} onClick={() => void resendAll()}>
            {t("deliveries.action.resendAll")}
          </button>
        ) : null
      }
    />
  );
}

/** Counts what the filter shows, asks, and sends it again. */
async function resendFiltered(search: string, tools: ReturnType<typeof useCellTools>): Promise<void> {
  const { t, locale } = tools;
  const state = { ...readAddress(new URLSearchParams(search), deliveryFilters), cursor: null };
  // Presets become days here, so that exactly what was counted is sent.
  const filter = filterOf(apiQuery(state, COUNT_SIZE, Date.now()));
  const counted = await call("GET /api/deliveries", { query: { ...filter, size: COUNT_SIZE } });
  if (!counted.success) return notifyError(counted.error);
  const { value, exact } = counted.data.total;
  if (value === 0) return notify({ kind: "info", text: t("deliveries.nothing") });
  const words = activeTags(state, deliveryFilters).map((tag) => tagWord(tag, tools));
  const body = `${t("deliveries.ask.allBody", { max: countText(RESEND_MAX) })} ${t("deliveries.ask.allFilters", { filters: words.length === 0 ? t("common.none") : words.join(locale === "zh" ? "，" : ", ") })}`;
  if (
    !(await confirm({
      title: t(exact ? "deliveries.ask.allTitle" : "deliveries.ask.allTitleMore", { n: countText(value) }),
      text: body,
      action: t("deliveries.action.resendAll"),
      destructive: true,
    }))
  )
    return;
  const answer = await call("POST /api/deliveries/resend", { body: { filter } });
  if (!answer.success) return notifyError(answer.error);
  notify(
    answer.data.count === 0
      ? { kind: "ask", text: t("deliveries.resentNone") }
      : { kind: "done", text: t("deliveries.resent", { n: countText(answer.data.count) }) },
  );
  void queryClient.invalidateQueries({ queryKey: ["list", "deliveries"] });
}
