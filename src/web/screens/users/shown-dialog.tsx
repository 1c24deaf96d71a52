/** A one-time password, shown this once. */
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import { ONE_TIME_PASSWORD_DAYS } from "../../../contract/passwords.ts";
import type { CellTools } from "../../cell-tools.ts";
import { SecretOnce } from "../../ui/secret-once.tsx";
import { type ShownCredentials, shownCredentials } from "./shown.ts";
import css from "./users.module.css";
import { Dialog } from "../../ui/dialog.tsx";

const TITLES = { created: "users.shown.createdTitle", password: "users.shown.passwordTitle" } as const;

/** Stays until the person says that it is kept. */
export default function CredentialsDialog({ shown, tools }: { shown: ShownCredentials; tools: CellTools }): ReactElement {
  const { t } = tools;
  const close = (): void => shownCredentials.set(null);
  return (
    <Dialog
      opened
      onClose={close}
      title={t(TITLES[shown.kind], { account: shown.account })}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <div className={css.shown}>
        <SecretOnce
          fileName={`floatdesk-${shown.account}.txt`}
          values={[
            { label: t("words.field.account"), value: shown.account },
            { label: t("users.shown.password"), value: shown.password },
          ]}
        />
        <p className="fd-dim">{t("users.shown.until", { days: ONE_TIME_PASSWORD_DAYS })}</p>
        <div className={css.foot}>
          <Button onClick={close}>{t("common.secretKept")}</Button>
        </div>
      </div>
    </Dialog>
  );
}
