/** Typing the sum of what is about to be paid: whoever typed it has read it. */
import { TextInput } from "@mantine/core";
import type { ReactElement, Ref } from "react";
import { TYPED_SUM_FROM_MINOR } from "../../contract/bulk.ts";
import { parseAmount } from "../../contract/money.ts";
import { amountText } from "../i18n/format.ts";
import type { CellTools } from "../cell-tools.ts";

/** True where a sum is large enough to be typed. */
export function asksTyping(sum: string): boolean {
  return (parseAmount(sum) ?? 0n) >= TYPED_SUM_FROM_MINOR;
}

/** True when the text says this sum; grouping commas and blanks do not matter. */
export function saysSum(typed: string, sum: string): boolean {
  const minor = parseAmount(typed.replace(/[\s,，]/g, ""));
  return minor !== null && minor === parseAmount(sum);
}

interface Props {
  readonly sum: string;
  readonly value: string;
  readonly tools: CellTools;
  readonly onChange: (value: string) => void;
  readonly ref?: Ref<HTMLInputElement>;
}

export function TypedSum({ sum, value, tools, onChange, ref }: Props): ReactElement {
  const { t } = tools;
  const wrong = value.trim() !== "" && !saysSum(value, sum);
  return (
    <TextInput
      label={t("list.bulk.typeSum", { amount: amountText(sum) })}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      inputMode="decimal"
      autoComplete="off"
      required
      error={wrong ? t("list.bulk.sumDiffers") : null}
      maxLength={24}
      {...(ref === undefined ? {} : { ref })}
    />
  );
}
