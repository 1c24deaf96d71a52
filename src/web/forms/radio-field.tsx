/** A choice with all its options in view. The library's own group can neither be marked as wrong nor say why an option is off. */
import { Input, Radio } from "@mantine/core";
import type { ReactElement } from "react";
import { optionWord } from "./option.ts";
import type { CellTools } from "../cell-tools.ts";
import type { CommonProps } from "./field-props.ts";
import { Amount } from "../ui/values.tsx";
import css from "./form.module.css";
import type { FieldSpec } from "./spec.ts";
import type { ActionForm } from "./use-action-form.ts";

interface Props<Subject> {
  readonly field: FieldSpec<Subject> & { readonly kind: "radio" };
  readonly form: Pick<ActionForm<Subject>, "values" | "subject">;
  readonly tools: CellTools;
  readonly common: CommonProps;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Draws the options; beside one that is off stands why. */
export function RadioField<Subject>({ field, form, tools, common, value, onChange }: Props<Subject>): ReactElement {
  const { id, label, withAsterisk, error, description } = common;
  const described = [error === null ? [] : [`${id}-error`], description === undefined ? [] : [`${id}-description`]].flat();
  return (
    <Input.Wrapper id={id} label={label} labelElement="div" withAsterisk={withAsterisk} error={error} description={description}>
      <div
        role="radiogroup"
        aria-labelledby={`${id}-label`}
        aria-describedby={described.length > 0 ? described.join(" ") : undefined}
        aria-required={withAsterisk || undefined}
        aria-invalid={error !== null || undefined}
        className={css.choices}
      >
        {field.options.map((option) => {
          const off = field.off?.(option.value, form.values, form.subject) ?? null;
          const amount = field.amountOf?.(option.value, form.values, form.subject) ?? null;
          const word = optionWord(option, tools);
          return (
            <Radio
              key={option.value}
              name={id}
              value={option.value}
              label={
                amount === null ? (
                  word
                ) : (
                  <>
                    {word} <Amount value={amount} strong />
                  </>
                )
              }
              description={off === null ? null : tools.t(off)}
              classNames={{ description: css.why ?? "" }}
              checked={value === option.value}
              disabled={common.disabled || off !== null}
              onChange={() => onChange(option.value)}
            />
          );
        })}
      </div>
    </Input.Wrapper>
  );
}
