/** What an emergency stop would touch, counted by the server before it is done. */
import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import type { StopEffect, SwitchTarget } from "../../contract/switches.schema.ts";
import { useCellTools } from "../cell-tools.ts";
import { amountText, countText } from "../i18n/format.ts";
import { fetchData } from "../query.ts";
import css from "./stop.module.css";

/** What switches on these targets would stop; null where nothing is chosen. */
export function useStopEffect(targets: readonly SwitchTarget[]): {
  readonly data: StopEffect | null | undefined;
  readonly isPending: boolean;
  readonly isError: boolean;
} {
  return useQuery({
    queryKey: ["stop-effect", targets],
    queryFn: () => (targets.length === 0 ? null : fetchData("POST /api/switches/stop/preview", { body: { targets: [...targets] } })),
    staleTime: 5000,
  });
}

/** What would stop and what goes on, counted by the server for what is chosen. */
export function Effect({ chosen, effect }: { chosen: boolean; effect: ReturnType<typeof useStopEffect> }): ReactElement {
  const { t, locale } = useCellTools();
  const { data } = effect;
  const named = (part: StopEffect["wallets"]): string =>
    part.names.length === 0
      ? ""
      : t("switches.effect.names", { names: `${part.names.join(locale === "zh" ? "、" : ", ")}${part.count > part.names.length ? " …" : ""}` });
  const counted = (part: StopEffect["open_payments"]) => ({ n: countText(part.count), amount: amountText(part.amount) });
  return (
    <section className={css.effect} aria-live="polite" aria-label={t("switches.form.effect")}>
      <h3>{t("switches.form.effect")}</h3>
      {chosen ? null : <p className="fd-dim">{t("switches.stop.choose")}</p>}
      {effect.isError ? <p>{t("switches.effect.failed")}</p> : null}
      {data ? (
        <ul>
          <li>
            {t("switches.effect.wallets", { n: countText(data.wallets.count) })}
            {named(data.wallets)}
          </li>
          <li>
            {t("switches.effect.merchants", { n: countText(data.merchants.count) })}
            {named(data.merchants)}
          </li>
          <li>{t("switches.effect.openPayments", counted(data.open_payments))}</li>
          <li>{t("switches.effect.waitingDisburses", counted(data.waiting_disburses))}</li>
          <li>{t("switches.effect.sentDisburses", counted(data.sent_disburses))}</li>
        </ul>
      ) : null}
    </section>
  );
}
