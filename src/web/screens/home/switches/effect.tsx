/** What a switch would touch, counted by the server while the form is filled in. */
import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import type { SwitchEffect } from "../../../../contract/switches.schema.ts";
import type { CustomFieldProps } from "../../../forms/spec.ts";
import { amountText, countText } from "../../../i18n/format.ts";
import { useText } from "../../../i18n/keys.ts";
import { fetchData } from "../../../query.ts";
import { Placeholder } from "../../../ui/index.ts";
import css from "./switches.module.css";
import { targetOf } from "./target.ts";

const HEIGHT = 120;

export function SwitchEffectField({ id, label, values }: CustomFieldProps<null>): ReactElement {
  const t = useText();
  const target = targetOf(values);
  const read = useQuery({
    queryKey: ["switch-effect", target],
    queryFn: () => (target === null ? null : fetchData("POST /api/switches/preview", { body: target })),
    staleTime: 5000,
  });
  return (
    <section id={id} aria-label={label} aria-live="polite" className={css.effect}>
      <h3>{label}</h3>
      {target === null ? <p>{t("switches.effect.choose")}</p> : null}
      {target !== null && read.isPending ? <Placeholder height={HEIGHT} /> : null}
      {read.isError ? <p>{t("switches.effect.failed")}</p> : null}
      {read.data ? <Effect effect={read.data} /> : null}
    </section>
  );
}

function Effect({ effect }: { effect: SwitchEffect }): ReactElement {
  const t = useText();
  const named = (part: SwitchEffect["wallets"]): string =>
    part.names.length === 0 ? "" : `: ${part.names.join(", ")}${part.count > part.names.length ? " …" : ""}`;
  const counted = (part: SwitchEffect["open_payments"]) => ({ n: countText(part.count), amount: amountText(part.amount) });
  return (
    <>
      {effect.existing === null ? null : <p className={css.existing}>{t("switches.effect.existing")}</p>}
      <ul>
        {effect.wallets.count === 0 ? null : (
          <li>
            {t("switches.effect.wallets", { n: countText(effect.wallets.count) })}
            {named(effect.wallets)}
          </li>
        )}
        {effect.merchants.count === 0 ? null : (
          <li>
            {t("switches.effect.merchants", { n: countText(effect.merchants.count) })}
            {named(effect.merchants)}
          </li>
        )}
        <li>{t("switches.effect.openPayments", counted(effect.open_payments))}</li>
        <li>{t("switches.effect.openDisburses", counted(effect.open_disburses))}</li>
        <li>{t("switches.effect.todayPayments", counted(effect.today_payments))}</li>
        <li>{t("switches.effect.todayDisburses", counted(effect.today_disburses))}</li>
      </ul>
    </>
  );
}
