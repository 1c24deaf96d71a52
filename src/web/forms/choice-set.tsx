/** Choices as cards that make one field: its name, the choices, what is wrong with it. */
import { type ReactElement, type ReactNode, useRef } from "react";
import css from "./choice-set.module.css";
import { useFirstChoice } from "./first-choice.ts";

interface SetProps {
  readonly id: string;
  readonly label: ReactNode;
  readonly required?: boolean;
  readonly error?: string | null;
  readonly disabled: boolean;
  /** The choices came from the server and are there: the first may take the focus. */
  readonly arrived?: boolean;
  readonly children: ReactNode;
}

/** The field around its {@link ChoiceCard}s. */
export function ChoiceSet({ id, label, required = false, error = null, disabled, arrived = false, children }: SetProps): ReactElement {
  const place = useRef<HTMLFieldSetElement>(null);
  useFirstChoice(place, arrived);
  return (
    <fieldset
      ref={place}
      id={id}
      className={css.set}
      disabled={disabled}
      aria-invalid={error !== null || undefined}
      aria-describedby={error === null ? undefined : `${id}-error`}
      tabIndex={-1}
    >
      <legend className={css.legend} data-required={required || undefined}>
        {label}
      </legend>
      {children}
      {error === null ? null : (
        <p id={`${id}-error`} className={css.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

interface CardProps {
  /** Id of the set. */
  readonly name: string;
  readonly value: string;
  readonly checked: boolean;
  readonly onChoose: () => void;
  /** What stands out on top of the card; `text` stands dim below it. */
  readonly head: ReactNode;
  readonly text: ReactNode;
  readonly children?: ReactNode;
}

/** One choice. */
export function ChoiceCard({ name, value, checked, onChoose, head, text, children }: CardProps): ReactElement {
  return (
    <label className={css.choice}>
      <input type="radio" name={name} value={value} checked={checked} onChange={onChoose} />
      <span className={css.words}>
        <span className={css.head}>{head}</span>
        {text === undefined ? null : <span className={css.text}>{text}</span>}
        {children}
      </span>
    </label>
  );
}
