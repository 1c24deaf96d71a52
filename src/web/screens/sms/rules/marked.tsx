/** A message as a template reads it: what each mark holds stands out with its name; what the template does not get to is said. */
import type { ReactElement } from "react";
import type { MarkedText } from "../../../../contract/sms-rules.schema.ts";
import { useCoveredPieces } from "../../../covered.ts";
import { useText } from "../../../i18n/keys.ts";
import { RawText } from "../../../list/parts/index.ts";
import css from "./marked.module.css";

/** Pieces of a text are many and may be alike: each is known by where it begins. */
function placed<Part extends { readonly text: string }>(parts: readonly Part[]): readonly { readonly at: number; readonly part: Part }[] {
  let at = 0;
  return parts.map((part) => {
    const begins = at;
    at += part.text.length + 1;
    return { at: begins, part };
  });
}

export function Marked({ marked: { parts, rest } }: { marked: MarkedText }): ReactElement {
  const t = useText();
  const texts = useCoveredPieces([...parts.map(({ text }) => text), rest]);
  return (
    <RawText>
      {placed(parts).map(({ at, part: { field } }, index) =>
        field === null ? (
          <span key={at}>{texts[index]}</span>
        ) : (
          <mark key={at} className={css.mark} data-field={field} data-label={t(`rules.field.${field}`)} title={t(`rules.field.${field}`)}>
            {texts[index]}
          </mark>
        ),
      )}
      {rest === "" ? null : (
        <span className={css.rest} title={t("rules.form.rest")} data-rest="">
          {texts[parts.length]}
        </span>
      )}
    </RawText>
  );
}
