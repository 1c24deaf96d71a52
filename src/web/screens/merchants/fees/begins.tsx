/** When a fee begins, in Shanghai's time. */
import { TextInput } from "@mantine/core";
import type { ReactElement } from "react";
import type { CustomFieldProps } from "../../../forms/spec.ts";

export function MomentField<Subject>({ id, label, value, error, disabled, onChange }: CustomFieldProps<Subject>): ReactElement {
  return (
    <TextInput
      id={id}
      type="datetime-local"
      label={label}
      withAsterisk
      value={value}
      error={error}
      disabled={disabled}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
