/** Choices as cards: a word and a line that explains it. */
import type { ReactElement, ReactNode } from "react";
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
    <fieldset
      id={id}
      className={css.set}
      disabled={disabled}
      aria-invalid={error !== null || undefined}
      aria-describedby={error === null ? undefined : `${id}-error`}
      tabIndex={-1}
    >
      <legend className={css.legend}>{label}</legend>
      {children}
      <div className={css.cards}>
        {options.map((option) => (
          <label key={option.value} className={css.card}>
            <input type="radio" name={id} value={option.value} checked={value === option.value} onChange={() => onChange(option.value)} />
            <span className={css.cardWords}>
              <span>{option.label}</span>
              {option.hint === undefined ? null : <span className={css.hint}>{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
      {error === null ? null : (
        <p id={`${id}-error`} className={css.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
