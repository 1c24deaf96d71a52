/** Dialogs for what is answered once: a merchant's secrets, and the answer to a test notification. */
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import { formatDateTime } from "../../i18n/format.ts";
import type { CellTools } from "../../cell-tools.ts";
import { SecretOnce } from "../../ui/secret-once.tsx";
import css from "./merchants.module.css";
import { type ShownSecret, shownSecret, type ShownTest, shownTest } from "./shown.ts";
import { TestResult } from "./test-result.tsx";
import { Dialog } from "../../ui/dialog.tsx";

const TITLES = { created: "merchants.shown.createdTitle", secret: "merchants.shown.secretTitle", webhook: "merchants.shown.webhookTitle" } as const;

/** The secrets, until the person says that they are kept. */
export function SecretDialog({ shown, tools }: { shown: ShownSecret; tools: CellTools }): ReactElement {
  const { t } = tools;
  const close = (): void => shownSecret.set(null);
  return (
    <Dialog
      opened
      onClose={close}
      title={t(TITLES[shown.kind], { name: shown.name })}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <SecretOnce fileName={`floatdesk-${shown.appId}.txt`} values={shown.values} />
      {shown.previousUntil === null ? null : <p className={css.after}>{t("merchants.shown.previousUntil", { time: formatDateTime(shown.previousUntil) })}</p>}
      <div className={css.foot}>
        <Button onClick={close}>{t("merchants.shown.close")}</Button>
      </div>
    </Dialog>
  );
}

/** What the merchant's server said to a test. */
export function TestDialog({ shown, tools }: { shown: ShownTest; tools: CellTools }): ReactElement {
  const { t } = tools;
  const close = (): void => shownTest.set(null);
  return (
    <Dialog opened onClose={close} title={t("merchants.shown.testTitle", { name: shown.name })} closeButtonProps={{ "aria-label": t("common.close") }}>
      <TestResult result={shown.result} />
      <div className={css.foot}>
        <Button variant="default" onClick={close}>
          {t("common.close")}
        </Button>
      </div>
    </Dialog>
  );
}
