/** How much can be withdrawn and why that much: in the form with a button to take it all, and above a merchant's list. */
import { Button } from "@mantine/core";
import { type ReactElement, useEffect } from "react";
import { parseAmount } from "../../../contract/money.ts";
import type { WithdrawalAvailable } from "../../../contract/withdrawal.schema.ts";
import type { CustomFieldProps } from "../../forms/spec.ts";
import { amountText, moneyText } from "../../i18n/format.ts";
import { useText } from "../../i18n/keys.ts";
import { useAvailable } from "./use-available.ts";
import css from "./withdrawal.module.css";

/** The parts as one line: balance − held − pending − reserve. */
export function Parts({ of }: { of: WithdrawalAvailable }): ReactElement {
  const t = useText();
  return (
    <>
      <strong>{t("withdrawal.available.max", { amount: moneyText(of.max_available, of.currency) })}</strong>
      <span>
        {of.stopped === null
          ? t("withdrawal.available.parts", {
              balance: amountText(of.balance),
              held: amountText(of.held),
              pending: amountText(of.pending),
              reserve: amountText(of.reserve),
            })
          : t(`withdrawal.available.stopped.${of.stopped}`)}
      </span>
    </>
  );
}

/** Whether what is typed is more than can be withdrawn: said before the server asks for the password and refuses it. */
export function exceeds(typed: string, of: Pick<WithdrawalAvailable, "max_available">): boolean {
  const [wanted, most] = [parseAmount(typed.trim()), parseAmount(of.max_available)];
  return wanted !== null && most !== null && wanted > most;
}

/** In the form: the maximum, explained, and a button that fills it in. `staff`: the merchant is chosen in the form. */
export function availableField(staff: boolean) {
  return function Available({ id, label, values, disabled, onPatch, onPropose }: CustomFieldProps<null>): ReactElement {
    const t = useText();
    const merchantId = staff ? values.merchant_id || undefined : undefined;
    const read = useAvailable(merchantId, !staff || merchantId !== undefined);
    const of = staff && merchantId === undefined ? undefined : read.data;
    const most = of === undefined || of.stopped !== null ? "" : of.max_available;
    // biome-ignore lint/correctness/useExhaustiveDependencies: the amount's own check reads it, however the form is drawn
    const isTold = (values.available ?? "") === most;
    // The amount's own check reads it.
    useEffect(() => {
      if (!isTold) onPropose({ available: most });
    }, [isTold, most, onPropose]);
    if (of === undefined)
      return (
        <p id={id} className={css.available} role="status" aria-label={label} data-tone={read.error ? "ask" : "busy"}>
          {t(read.error ? "withdrawal.available.failed" : staff && merchantId === undefined ? "withdrawal.available.choose" : "common.loading")}
        </p>
      );
    const canTake = of.stopped === null && /[1-9]/.test(of.max_available);
    const tooMuch = of.stopped === null && exceeds(values.amount ?? "", of);
    return (
      <div id={id} className={css.available} role="status" aria-label={label} data-tone={of.stopped === null && !tooMuch ? "busy" : "bad"}>
        <Parts of={of} />
        {tooMuch ? <span>{t("withdrawal.available.exceeds", { amount: moneyText(values.amount?.trim() ?? "", of.currency) })}</span> : null}
        {canTake ? (
          <Button variant="default" size="compact-sm" className={css.take ?? ""} disabled={disabled} onClick={() => onPatch({ amount: of.max_available })}>
            {t("withdrawal.form.takeAll", { amount: amountText(of.max_available) })}
          </Button>
        ) : null}
      </div>
    );
  };
}

/** Above a merchant's own list. */
export function AvailableLine(): ReactElement {
  const t = useText();
  const read = useAvailable(undefined, true);
  return (
    <div className={css.line} role="status">
      {read.data ? <Parts of={read.data} /> : <span className="fd-dim">{t(read.error ? "withdrawal.available.failed" : "common.loading")}</span>}
    </div>
  );
}
