/** A secret that is shown this once: the value, copy, download as a text file. */
import { Button } from "@mantine/core";
import { useText } from "../i18n/keys.ts";
import { Copy } from "./copy.tsx";
import { useSecretShown } from "./shown-secret.ts";
import { copyAt } from "./tip.ts";
import css from "./secret-once.module.css";

/** Saves a text as a file of this name. */
export function downloadText(fileName: string, content: string): void {
  const address = URL.createObjectURL(new Blob([content], { type: "text/plain;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** Names that a merchant's program knows, and what people call them. */
const NAMES = ["app_id", "app_secret", "webhook_secret", "alert_secret"] as const;

/** A label in words; the name that stands in programs small beside it. */
function Label({ label }: { label: string }) {
  const t = useText();
  const name = NAMES.find((one) => one === label);
  if (name === undefined) return <>{label}</>;
  return (
    <>
      {t(`common.secretName.${name}`)} <code className={css.name}>{name}</code>
    </>
  );
}

/** Several values that belong together (`app_id` and `app_secret`) with one download. */
export function SecretOnce({ values, fileName }: { values: readonly { label: string; value: string }[]; fileName: string }) {
  const t = useText();
  useSecretShown();
  const all = values.map((one) => `${one.label}: ${one.value}`).join("\n");
  return (
    <div className={css.box}>
      <p className={css.warning}>{t("common.secretOnce")}</p>
      <dl className={css.values}>
        {values.map((one) => (
          <div key={one.label}>
            <dt className={css.label}>
              <Label label={one.label} />
            </dt>
            <dd className={css.value}>
              <Copy value={one.value} mono />
            </dd>
          </div>
        ))}
      </dl>
      <div className={css.actions}>
        {/* Enter must not close what is shown this once. */}
        <Button variant="default" data-autofocus onClick={(event) => void copyAt(event.currentTarget, values.length === 1 ? (values[0]?.value ?? "") : all)}>
          {t("common.copy")}
        </Button>
        <Button variant="default" onClick={() => downloadText(fileName, `${all}\n`)}>
          {t("common.download")}
        </Button>
      </div>
    </div>
  );
}
