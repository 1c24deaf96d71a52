/** The tiers of a fee, a line each. */
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import { FEE_TIERS_MAX } from "../../../../contract/fees.ts";
import { AmountInput } from "../../../forms/amount-input.tsx";
import type { CustomFieldProps } from "../../../forms/spec.ts";
import { useText } from "../../../i18n/keys.ts";
import css from "./fees.module.css";
import { EMPTY_TIER, tiersOf, tiersText, type TierText } from "./values.ts";

const PARTS = [
  { part: "from", label: "fees.form.tierFrom" },
  { part: "rate", label: "fees.form.tierRate" },
  { part: "fixed", label: "fees.form.tierFixed" },
] as const satisfies readonly { part: keyof TierText; label: string }[];

export function TiersField<Subject>({ id, label, value, error, disabled, onChange }: CustomFieldProps<Subject>): ReactElement {
  const t = useText();
  const tiers = tiersOf(value);
  const set = (next: readonly TierText[]): void => onChange(tiersText(next));
  return (
    <fieldset id={id} className={css.tiers} disabled={disabled} aria-invalid={error !== null || undefined} aria-describedby={`${id}-help`} tabIndex={-1}>
      <legend>{label}</legend>
      <p id={`${id}-help`} className="fd-dim">
        {t("fees.form.tiersHelp")}
      </p>
      {tiers.map((tier, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: tiers are told apart by their place alone
        <div key={at} className={css.tier}>
          {PARTS.map(({ part, label: name }) => (
            <AmountInput
              key={part}
              label={t(name)}
              maxLength={20}
              value={tier[part]}
              onChange={(next) => set(tiers.map((one, place) => (place === at ? { ...one, [part]: next.replace(/\s/g, "") } : one)))}
            />
          ))}
          <Button variant="default" aria-label={t("fees.form.removeTier", { n: at + 1 })} onClick={() => set(tiers.filter((_tier, place) => place !== at))}>
            ×
          </Button>
        </div>
      ))}
      {error === null ? null : (
        <p className={css.bad} role="alert">
          {error}
        </p>
      )}
      <Button variant="default" size="xs" disabled={tiers.length >= FEE_TIERS_MAX} onClick={() => set([...tiers, EMPTY_TIER])}>
        {t("fees.form.addTier")}
      </Button>
    </fieldset>
  );
}
