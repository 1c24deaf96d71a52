/** Choices as cards: a word and a line that explains it. */
import type { ReactElement, ReactNode } from "react";
import { ChoiceCard, ChoiceSet } from "../../forms/choice-set.tsx";
import css from "./wallets.module.css";

export interface CardOption {
  readonly value: string;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
}

interface Props {
  readonly id: string;
  readonly label: string;
  readonly options: readonly CardOption[];
  readonly value: string;
  readonly error: string | null;
  readonly disabled: boolean;
  readonly onChange: (value: string) => void;
  readonly children?: ReactNode;
}

/** Radio buttons, one card each. `children` stand between the legend and the cards. */
export function CardChoice({ id, label, options, value, error, disabled, onChange, children }: Props): ReactElement {
  return (
    <ChoiceSet id={id} label={label} error={error} disabled={disabled}>
      {children}
      <div className={css.cards}>
        {options.map((option) => (
          <ChoiceCard
            key={option.value}
            name={id}
            value={option.value}
            checked={value === option.value}
            onChoose={() => onChange(option.value)}
            head={option.label}
            text={option.hint}
          />
        ))}
      </div>
    </ChoiceSet>
  );
}
