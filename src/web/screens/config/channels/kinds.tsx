/** Which kinds of exceptions a channel tells of. */
import { Checkbox } from "@mantine/core";
import type { ReactElement } from "react";
import { EXCEPTION_KINDS } from "../../../../contract/exceptions.ts";
import type { CustomFieldProps } from "../../../forms/spec.ts";
import { useText } from "../../../i18n/keys.ts";
import css from "./channels.module.css";

export function KindsField<Subject>({ id, label, value, error, disabled, onChange }: CustomFieldProps<Subject>): ReactElement {
  const t = useText();
  const chosen = value.split("\n").filter((kind) => kind !== "");
  return (
    <fieldset id={id} className={css.kinds} disabled={disabled} aria-invalid={error !== null || undefined} tabIndex={-1}>
      <legend>{label}</legend>
      <p className="fd-dim">{t("channels.form.kindsHelp")}</p>
      <div className={css.boxes}>
        {EXCEPTION_KINDS.map((kind) => (
          <Checkbox
            key={kind}
            label={t(`exceptions.kind.${kind}`)}
            checked={chosen.includes(kind)}
            onChange={(event) => onChange((event.currentTarget.checked ? [...chosen, kind] : chosen.filter((one) => one !== kind)).join("\n"))}
          />
        ))}
      </div>
      {error === null ? null : <p role="alert">{error}</p>}
    </fieldset>
  );
}
