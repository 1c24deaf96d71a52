/** Where notifications go, a test of it, and the keys that verify them. */
import { Button, Checkbox, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { ofetch } from "ofetch";
import { type FormEvent, useState } from "react";
import type { OwnMerchant } from "../../../contract/merchants.schema.ts";
import { apiUrl, type DataOf } from "../../api.ts";
import { GivenBack } from "../../forms/given-back.tsx";
import { refusalKey } from "../../forms/meanwhile.ts";
import { usePageForm } from "../../forms/use-page-form.ts";
import { formatDateTime } from "../../i18n/format.ts";
import { useText } from "../../i18n/keys.ts";
import { useAct } from "../../query.ts";
import { useCan } from "../../session.tsx";
import { notifyAsked } from "../../ui/asked.ts";
import { confirm, Copy, notify, Section } from "../../ui/index.ts";
import { TestResult } from "../merchants/test-result.tsx";
import { SecretOnce } from "../../ui/secret-once.tsx";
import css from "./settings.module.css";

export function Webhook({ merchant }: { merchant: OwnMerchant }) {
  const t = useText();
  const may = useCan("merchants.integration");
  return (
    <Section title={t("settings.webhook.title")} id="webhook">
      <Target merchant={merchant} may={may} />
      {may ? <Test merchant={merchant} /> : null}
      <hr className={css.split} />
      <SigningSecret merchant={merchant} may={may} />
      <hr className={css.split} />
      <PublicKey />
    </Section>
  );
}

function Target({ merchant, may }: { merchant: OwnMerchant; may: boolean }) {
  const t = useText();
  const { values, both, isGivenBack, set, saved } = usePageForm(`notifications ${merchant.id}`, {
    url: merchant.notify_url ?? "",
    ack: String(merchant.require_ack),
  });
  const url = values.url ?? "";
  const ack = values.ack === "true";
  const [problem, setProblem] = useState<string | null>(null);
  const { busy, run } = useAct("PATCH /api/merchants/:id", { quiet: true, refresh: ["GET /api/merchant"] });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const answer = await run({
      params: { id: merchant.id },
      body: { version: merchant.version, notify_url: url.trim() === "" ? null : url.trim(), require_ack: ack },
    });
    setProblem(answer.success ? null : t(refusalKey(answer.error)));
    if (!answer.success) return;
    saved(values);
    notify({ kind: "done", text: t("common.saved") });
  };
  return (
    <form className={css.form} onSubmit={(event) => void submit(event)} noValidate>
      <GivenBack when={isGivenBack} />
      <TextInput
        type="url"
        label={t("words.field.notify_url")}
        description={t("settings.webhook.urlHint")}
        value={url}
        onChange={(event) => (setProblem(null), set({ url: event.currentTarget.value }))}
        placeholder="https://"
        maxLength={500}
        error={problem ?? (both.includes("url") ? t("list.form.changedToo") : null)}
        disabled={!may}
      />
      <Checkbox label={t("settings.webhook.ack")} checked={ack} onChange={(event) => set({ ack: String(event.currentTarget.checked) })} disabled={!may} />
      {may ? (
        <div>
          <Button type="submit" variant="default" loading={busy}>
            {t("common.save")}
          </Button>
        </div>
      ) : null}
    </form>
  );
}

function Test({ merchant }: { merchant: OwnMerchant }) {
  const t = useText();
  const [result, setResult] = useState<DataOf<"POST /api/merchants/:id/webhook-test"> | null>(null);
  const { busy, run } = useAct("POST /api/merchants/:id/webhook-test");
  const send = async (): Promise<void> => {
    setResult(null);
    const answer = await run({ params: { id: merchant.id }, body: {} });
    if (answer.success) setResult(answer.data);
  };
  return (
    <div className={css.actions}>
      <Button variant="default" loading={busy} disabled={merchant.notify_url === null} onClick={() => void send()}>
        {t("settings.webhook.test")}
      </Button>
      <div className={css.tested} role="status">
        {result === null ? null : <TestResult result={result} />}
      </div>
    </div>
  );
}

function SigningSecret({ merchant, may }: { merchant: OwnMerchant; may: boolean }) {
  const t = useText();
  const [fresh, setFresh] = useState<{ webhook_secret: string; previous_until: string | null } | null>(null);
  const { busy, run } = useAct("POST /api/merchants/:id/webhook-secret", { refresh: ["GET /api/merchant"] });
  const renew = async (): Promise<void> => {
    if (!(await confirm({ text: t("settings.webhook.renewQuestion"), action: t("settings.webhook.renew"), destructive: true }))) return;
    const answer = await run({ params: { id: merchant.id }, body: { version: merchant.version } });
    if (answer.success && answer.status === 202) notifyAsked(answer.data);
    else if (answer.success) setFresh(answer.data);
  };
  return (
    <div>
      <p>{t("settings.webhook.secret")}</p>
      <p className="fd-dim">{t("settings.webhook.secretHint")}</p>
      {fresh === null ? null : (
        <>
          <SecretOnce fileName="floatdesk-webhook-secret.txt" values={[{ label: "webhook_secret", value: fresh.webhook_secret }]} />
          {fresh.previous_until === null ? null : (
            <p className={css.result}>{t("settings.webhook.previousUntil", { time: formatDateTime(fresh.previous_until) })}</p>
          )}
        </>
      )}
      {may ? (
        <div className={css.actions}>
          <Button variant="default" loading={busy} onClick={() => void renew()}>
            {t("settings.webhook.renew")}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

interface KeysAnswer {
  readonly success: boolean;
  readonly data: { readonly keys: readonly { readonly id: string; readonly whpk: string }[] } | null;
}

/** Public, so it needs no session: asked without the bearer header. */
function PublicKey() {
  const t = useText();
  const read = useQuery({
    queryKey: ["GET /v1/webhook-key"],
    queryFn: () => ofetch<KeysAnswer>(apiUrl("/v1/webhook-key"), { credentials: "omit" }),
    staleTime: 600_000,
  });
  return (
    <div>
      <p>{t("settings.webhook.publicKey")}</p>
      <p className="fd-dim">{t("settings.webhook.publicKeyHint")}</p>
      {read.isError ? <p className="fd-dim">{t("settings.webhook.publicKeyFailed")}</p> : null}
      {read.data?.data?.keys.map((key) => (
        <div key={key.id} className={css.long}>
          <Copy value={key.whpk} mono />
        </div>
      ))}
    </div>
  );
}
