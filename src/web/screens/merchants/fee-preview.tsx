/** What an order of 1,000.00 pays under the fee as it is being typed. */
import type { ReactElement } from "react";
import { formatAmount } from "../../../contract/money.ts";
import type { CustomFieldProps } from "../../forms/spec.ts";
import { amountText } from "../../i18n/format.ts";
import { useText } from "../../i18n/keys.ts";
import css from "./merchants.module.css";
import { feeExample, type FeeSide, ruleOf, SAMPLE_MINOR } from "./values.ts";

function preview(side: FeeSide) {
  return function FeePreview<Subject>({ id, values }: CustomFieldProps<Subject>): ReactElement {
    const t = useText();
    const rule = ruleOf(values, side);
    const example = rule === null ? null : feeExample(rule, side, SAMPLE_MINOR);
    const words =
      example === null
        ? t("merchants.form.previewBad")
        : t(example.refused ? "merchants.form.previewTooBig" : side === "payment" ? "merchants.form.previewPayment" : "merchants.form.previewDisburse", {
            amount: amountText(formatAmount(SAMPLE_MINOR)),
            fee: amountText(example.fee),
            net: amountText(example.net),
          });
    return (
      <p id={id} className={css.preview} role="status" data-tone={example?.refused ? "ask" : "busy"}>
        {words}
      </p>
    );
  };
}

export const PaymentPreview = preview("payment");
export const DisbursePreview = preview("disburse");
