/** What a merchant's server said to a test notification, to staff and to the merchant's own people alike. */
import type { ReactElement } from "react";
import type { DataOf } from "../../api.ts";
import { useText } from "../../i18n/keys.ts";
import { RawText } from "../../list/parts/index.ts";
import { KeyValue } from "../../ui/blocks.tsx";
import { StatusDot } from "../../ui/status.tsx";
import { named } from "../../words/named.ts";

type Result = DataOf<"POST /api/merchants/:id/webhook-test">;

/** Only what was answered with 2xx and acknowledged is good. */
const isGood = ({ code, error }: Result): boolean => error === null && code !== null && code >= 200 && code < 300;

export function TestResult({ result }: { result: Result }): ReactElement {
  const t = useText();
  const { code, ms, body_start: body, error } = result;
  const good = isGood(result);
  return (
    <KeyValue
      items={[
        {
          label: t("merchants.shown.result"),
          value: <StatusDot tone={good ? "done" : "bad"}>{t(good ? "merchants.shown.good" : "merchants.shown.bad")}</StatusDot>,
        },
        { label: t("merchants.shown.code"), value: code },
        { label: t("merchants.shown.time"), value: t("merchants.shown.ms", { n: ms }) },
        { label: t("merchants.shown.error"), value: error === null ? null : named("deliveries", "error", error) },
        ...(body === null || body === "" ? [] : [{ label: t("merchants.shown.body"), value: <RawText>{body}</RawText>, wide: true }]),
      ]}
    />
  );
}
