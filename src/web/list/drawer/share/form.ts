/** What a redacted link is to show, for how long, and in which language. */
import { LINK_SPAN_NAMES } from "../../../../contract/links.ts";
import type { LinkMade } from "../../../../contract/links.schema.ts";
import { type Locale, LOCALES } from "../../../../contract/locale.ts";
import { call } from "../../../api.ts";
import type { FormSpec } from "../../../forms/spec.ts";

/** @param amounts whether the person may show an amount. @param language what the person reads himself */
export function shareForm(object: string, amounts: boolean, language: Locale): FormSpec<null, LinkMade> {
  return {
    object: () => object,
    title: (_none, { t }) => t("links.title", { id: object }),
    intro: (_none, { t }) => t("links.intro"),
    fields: [
      {
        name: "valid",
        kind: "radio",
        label: "links.valid",
        required: true,
        server: ["object"],
        refused: (error) => (error.fields?.["object"] === "too_large" ? "links.tooMany" : null),
        options: LINK_SPAN_NAMES.map((span) => ({ value: span, label: `links.span.${span}` as const })),
      },
      {
        name: "language",
        kind: "radio",
        label: "links.language",
        required: true,
        options: LOCALES.map((locale) => ({ value: locale, label: `links.locale.${locale}` as const })),
      },
      ...(amounts ? [{ name: "with_amount", kind: "switch", label: "links.withAmount", help: "links.withAmountHelp" } as const] : []),
    ],
    initial: () => ({ valid: "hour", language, with_amount: "" }),
    submit: (values, _none, idempotencyKey) =>
      call("POST /api/links", {
        body: {
          object,
          valid: LINK_SPAN_NAMES.find((span) => span === values.valid) ?? "hour",
          language: LOCALES.find((locale) => locale === values.language) ?? "zh",
          with_amount: values.with_amount === "true",
        },
        idempotencyKey,
      }),
    label: "links.make",
  };
}
