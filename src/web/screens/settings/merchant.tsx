/** The merchant user's part: credentials, allow list, notifications, their log, code samples. */
import { entryWords, linesOf, wrongEntries } from "../../forms/entries.ts";
import { GivenBack } from "../../forms/given-back.tsx";
import { refusalKey } from "../../forms/meanwhile.ts";
import { usePageForm } from "../../forms/use-page-form.ts";
import { Button, Textarea } from "@mantine/core";
import { type FormEvent, useState } from "react";
import type { OwnMerchant } from "../../../contract/merchants.schema.ts";
import { useText } from "../../i18n/keys.ts";
import { errorOf, useAct, useRead } from "../../query.ts";
import { useCan } from "../../session.tsx";
import { notifyAsked } from "../../ui/asked.ts";
import { confirm, Copy, ErrorState, KeyValue, notify, Placeholder, Section, Strip } from "../../ui/index.ts";
import { SecretOnce } from "../../ui/secret-once.tsx";
import { Deliveries } from "./deliveries.tsx";
import { Samples } from "./samples.tsx";
import css from "./settings.module.css";
import { Webhook } from "./webhook.tsx";

export default function Merchant() {
  const read = useRead("GET /api/merchant", {});
  if (read.data === undefined)
    return read.isError ? <ErrorState error={errorOf(read.error)} onRetry={() => void read.refetch()} /> : <Placeholder height={400} />;
  if (read.data === null) return null;
  const merchant = read.data;
  return (
    <>
      <Credentials merchant={merchant} />
      <AllowList merchant={merchant} />
      <Webhook merchant={merchant} />
      <Deliveries />
      <Samples />
    </>
  );
}

function Credentials({ merchant }: { merchant: OwnMerchant }) {
  const t = useText();
  const may = useCan("merchants.secret");
  const [fresh, setFresh] = useState<{ app_id: string; app_secret: string } | null>(null);
  const { busy, run } = useAct("POST /api/merchants/:id/secret", { refresh: ["GET /api/merchant"] });
  const renew = async (): Promise<void> => {
    if (!(await confirm({ text: t("settings.app.renewQuestion"), action: t("settings.app.renew"), destructive: true }))) return;
    const answer = await run({ params: { id: merchant.id }, body: { version: merchant.version } });
    if (!answer.success) return;
    if (answer.status === 202) return notifyAsked(answer.data);
    setFresh(answer.data);
    notify({ kind: "done", text: t("settings.app.renewed") });
  };
  return (
    <Section
      id="credentials"
      title={t("settings.app.title")}
      actions={
        may ? (
          <Button size="xs" variant="default" loading={busy} onClick={() => void renew()}>
            {t("settings.app.renew")}
          </Button>
        ) : null
      }
    >
      <KeyValue
        items={[
          { label: t("words.field.app_id"), value: <Copy value={merchant.app_id} mono /> },
          // Who may not renew it is not told how it ends: that is no secret that is missing.
          ...(may
            ? [
                {
                  label: t("settings.app.secret"),
                  value: merchant.secret_last4 === null ? t("settings.app.secretNone") : t("settings.app.secretEnds", { last4: merchant.secret_last4 }),
                },
              ]
            : []),
        ]}
      />
      {fresh === null ? null : (
        <div className={css.actions}>
          <SecretOnce
            fileName={`floatdesk-${fresh.app_id}.txt`}
            values={[
              { label: "app_id", value: fresh.app_id },
              { label: "app_secret", value: fresh.app_secret },
            ]}
          />
        </div>
      )}
    </Section>
  );
}

/** Where this browser's calls come from, as the server sees it: often, but not always, the network of the merchant's own servers. */
function OwnAddress({ written, onAdd }: { written: string; onAdd: (address: string) => void }) {
  const t = useText();
  const sessions = useRead("GET /api/user/sessions", {});
  const address = sessions.data?.items.find((session) => session.current)?.ip ?? null;
  if (address === null) return null;
  const isListed = linesOf(written).includes(address);
  return (
    <div className={css.own}>
      <span className="fd-dim">{t("settings.ip.mine")}</span> <Copy value={address} mono />
      {isListed ? (
        <span className="fd-dim">{t("settings.ip.listed")}</span>
      ) : (
        <Button size="compact-xs" variant="default" onClick={() => onAdd(address)}>
          {t("settings.ip.add")}
        </Button>
      )}
    </div>
  );
}

function AllowList({ merchant }: { merchant: OwnMerchant }) {
  const t = useText();
  const may = useCan("merchants.integration");
  const { values, both, isGivenBack, set, saved } = usePageForm(`allow-list ${merchant.id}`, { list: merchant.ip_whitelist.join("\n") });
  const written = values.list ?? "";
  const setWritten = (list: string): void => (setProblem(null), set({ list }));
  const [problem, setProblem] = useState<string | null>(null);
  const { busy, run } = useAct("PATCH /api/merchants/:id", { quiet: true, refresh: ["GET /api/merchant"] });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const list = linesOf(written);
    const answer = await run({ params: { id: merchant.id }, body: { version: merchant.version, ip_whitelist: list } });
    if (answer.success) {
      setProblem(null);
      saved(values);
      return notify({ kind: "done", text: t("common.saved") });
    }
    const wrong = wrongEntries("ip_whitelist", list, answer.error.fields ?? {});
    setProblem(wrong.length > 0 ? entryWords(wrong, t) : t(refusalKey(answer.error)));
  };
  return (
    <Section id="allow-list" title={t("settings.ip.title")} hint={t("settings.ip.hint")}>
      <form className={css.form} onSubmit={(event) => void submit(event)}>
        {merchant.ip_whitelist.length === 0 ? <Strip tone="ask">{t("settings.ip.open")}</Strip> : null}
        <GivenBack when={isGivenBack} />
        <Textarea
          label={t("settings.ip.label")}
          value={written}
          onChange={(event) => setWritten(event.currentTarget.value)}
          autosize
          minRows={3}
          maxRows={12}
          spellCheck={false}
          error={problem ?? (both.length > 0 ? t("list.form.changedToo") : null)}
          disabled={!may}
        />
        {may ? <OwnAddress written={written} onAdd={(address) => setWritten(written.trim() === "" ? address : `${written.trimEnd()}\n${address}`)} /> : null}
        {may ? (
          <div>
            <Button type="submit" variant="default" loading={busy}>
              {t("common.save")}
            </Button>
          </div>
        ) : null}
      </form>
    </Section>
  );
}
