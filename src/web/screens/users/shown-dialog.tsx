/** A one-time password and an authenticator's key, shown this once, with a field that verifies the first code. */
import { Button, Modal, TextInput } from "@mantine/core";
import { type FormEvent, type ReactElement, useState } from "react";
import { call } from "../../api.ts";
import { CODE_LENGTH, codeDigits } from "../../code.ts";
import type { CellTools } from "../../list/spec.ts";
import { queryClient } from "../../query.ts";
import { Copy } from "../../ui/copy.tsx";
import { errorWords } from "../../ui/notices.tsx";
import { Qr } from "../../ui/qr.tsx";
import { SecretOnce } from "../../ui/secret-once.tsx";
import { StatusDot } from "../../ui/status.tsx";
import { type ShownCredentials, shownCredentials } from "./shown.ts";
import css from "./users.module.css";
import { totpKey } from "./values.ts";

const TITLES = { created: "users.shown.createdTitle", password: "users.shown.passwordTitle", totp: "users.shown.totpTitle" } as const;

/** Stays until the person says that it is kept. */
export default function CredentialsDialog({ shown, tools }: { shown: ShownCredentials; tools: CellTools }): ReactElement {
  const { t } = tools;
  const close = (): void => shownCredentials.set(null);
  const [verified, setVerified] = useState(false);
  // One button is filled: the one that ends the step.
  const waits = shown.totp !== null && !verified;
  return (
    <Modal
      opened
      onClose={close}
      title={t(TITLES[shown.kind], { account: shown.account })}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <div className={css.shown}>
        {shown.password === null ? null : (
          <SecretOnce
            fileName={`floatdesk-${shown.account}.txt`}
            values={[
              { label: t("users.shown.account"), value: shown.account },
              { label: t("users.shown.password"), value: shown.password },
            ]}
          />
        )}
        {shown.totp === null ? null : <SetUp userId={shown.userId} otpauth={shown.totp} done={verified} onDone={() => setVerified(true)} tools={tools} />}
        <div className={css.foot}>
          <Button {...(waits ? { variant: "default" } : {})} onClick={close}>
            {t("users.shown.close")}
          </Button>
        </div>
      </div>
    </Modal>
  );
}

interface VerifyProps {
  readonly userId: string;
  readonly done: boolean;
  readonly onDone: () => void;
  readonly tools: CellTools;
}

function SetUp({ otpauth, ...verify }: VerifyProps & { readonly otpauth: string }): ReactElement {
  const { tools } = verify;
  const { t } = tools;
  const key = totpKey(otpauth);
  return (
    <section className={css.shown} aria-label={t("users.column.authenticator")}>
      <p className={css.once}>{t("users.shown.totpOnce")}</p>
      <div className={css.scan}>
        <Qr text={otpauth} label={t("common.qrLabel", { what: t("users.shown.totpQr") })} />
        <div className={css.key}>
          <div className={css.label}>{t("users.shown.totpKey")}</div>
          <Copy value={key.replaceAll(" ", "")} mono>
            {key}
          </Copy>
          <p className={css.hint}>{t("users.shown.totpHint")}</p>
        </div>
      </div>
      <Verify {...verify} />
    </section>
  );
}

function Verify({ userId, done, onDone, tools }: VerifyProps): ReactElement {
  const { t } = tools;
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (code.length < CODE_LENGTH) return setProblem(t("common.required"));
    setBusy(true);
    const answer = await call("POST /api/users/:id/verify", { params: { id: userId }, body: { code } });
    setBusy(false);
    if (!answer.success) return setProblem(answer.error.code === "invalid_code" ? t("users.shown.codeInvalid") : errorWords(answer.error).text);
    onDone();
    void queryClient.invalidateQueries({ queryKey: ["list", "users"] });
    void queryClient.invalidateQueries({ queryKey: ["one", "users", userId] });
  };
  if (done) {
    return (
      <p role="status">
        <StatusDot tone="done">{t("users.shown.verified")}</StatusDot>
      </p>
    );
  }
  return (
    <form className={css.verify} onSubmit={(event) => void submit(event)} noValidate>
      <TextInput
        label={t("users.shown.code")}
        value={code}
        onChange={(event) => {
          setProblem(null);
          setCode(codeDigits(event.currentTarget.value));
        }}
        inputMode="numeric"
        autoComplete="one-time-code"
        error={problem}
      />
      <Button type="submit" loading={busy}>
        {t("users.shown.verify")}
      </Button>
    </form>
  );
}
