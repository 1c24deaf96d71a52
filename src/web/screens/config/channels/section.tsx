/** Where alerts go besides the queue: state of each channel, setting it up, a test, a new signing secret. */
import { Button } from "@mantine/core";
import { type ReactElement, useState } from "react";
import type { AlertChannelOut } from "../../../../contract/exceptions.schema.ts";
import { useFormDialog } from "../../../forms/use-form-dialog.tsx";
import { type CellTools, useCellTools } from "../../../cell-tools.ts";
import type { MessageKey } from "../../../i18n/keys.ts";
import { errorOf, invalidate, useAct, useRead } from "../../../query.ts";
import { useCan } from "../../../session.tsx";
import { confirm, DateTime, ErrorState, KeyValue, notify, Placeholder, Section, StatusDot } from "../../../ui/index.ts";
import { SecretOnce } from "../../../ui/secret-once.tsx";
import type { Notice } from "../../../ui/notices.tsx";
import css from "./channels.module.css";
import { missingOf } from "./missing.ts";
import { Dialog } from "../../../ui/dialog.tsx";

const HEIGHT = 200;
const REFRESH_MS = 30_000;
const renew = (): void => invalidate("GET /api/alert-channels");

/** An admin's to see. */
export function AlertChannels(): ReactElement | null {
  const may = useCan("alerts.channels");
  return may ? <Channels /> : null;
}

function Channels(): ReactElement {
  const { t } = useCellTools();
  const read = useRead("GET /api/alert-channels", {}, { everyMs: REFRESH_MS });
  return (
    <Section title={t("channels.title")} hint={t("channels.hint")} id="alerts">
      {read.isError ? <ErrorState error={errorOf(read.error)} onRetry={() => void read.refetch()} /> : null}
      {read.data === undefined && !read.isError ? <Placeholder height={HEIGHT} /> : null}
      {(read.data?.items ?? []).map((channel) => (
        <Channel key={channel.channel} channel={channel} />
      ))}
    </Section>
  );
}

function Channel({ channel }: { channel: AlertChannelOut }): ReactElement {
  const tools = useCellTools();
  const { t } = tools;
  const { open, dialog } = useFormDialog(tools);
  const edit = (): void =>
    void open(
      async () => (await import("./form.ts")).channelForm(channel),
      channel,
      (saved) => savedNotice(saved, tools),
      renew,
    );
  return (
    <div className={css.channel}>
      <div className={css.head}>
        <h3>{t(`channels.name.${channel.channel}`)}</h3>
        <StatusDot tone={channel.enabled ? "done" : "gone"}>{t(channel.enabled ? "channels.on" : "channels.off")}</StatusDot>
        <span className={css.buttons}>
          <Button size="xs" variant="default" onClick={edit}>
            {t("channels.edit")}
          </Button>
          {channel.channel === "webhook" ? <Renew channel={channel} /> : null}
          <Test channel={channel} />
        </span>
      </div>
      <Facts channel={channel} />
      {dialog}
    </div>
  );
}

/** That it was saved; of one that is off, that too, and what it lacks to be switched on. */
function savedNotice(saved: AlertChannelOut, { t, locale }: CellTools): Notice {
  if (saved.enabled) return { kind: "done", text: t("common.saved") };
  const fields = namesOf(missingOf(saved), { t, locale });
  return { kind: "done", text: t("channels.savedOff"), ...(fields === "" ? {} : { detail: t("channels.missing", { fields }) }) };
}
const namesOf = (names: readonly MessageKey[], { t, locale }: Pick<CellTools, "t" | "locale">): string =>
  names.map((name) => t(name)).join(locale === "zh" ? "、" : ", ");

function Facts({ channel }: { channel: AlertChannelOut }): ReactElement {
  const { t } = useCellTools();
  const last =
    channel.last_at === null ? null : (
      <>
        {channel.last_error === null && channel.last_code !== null && channel.last_code < 300
          ? t("channels.fact.lastGood", { code: channel.last_code })
          : t("channels.fact.lastBad", { why: channel.last_error ?? String(channel.last_code ?? "–") })}{" "}
        <DateTime value={channel.last_at} />
      </>
    );
  return (
    <KeyValue
      items={[
        { label: t("channels.fact.target"), value: (channel.channel === "webhook" ? channel.url : channel.chat_id) ?? t("channels.notSet") },
        {
          label: t("channels.fact.secret"),
          value: channel.secret_last4 === null ? t("channels.notSet") : t("channels.fact.secretEnds", { last4: channel.secret_last4 }),
        },
        { label: t("words.field.min_severity"), value: t(`exceptions.severity.${channel.min_severity}`) },
        {
          label: t("words.field.kinds"),
          value: channel.kinds === null ? t("channels.fact.allKinds") : t("channels.fact.someKinds", { n: channel.kinds.length }),
        },
        { label: t("channels.fact.queue"), value: channel.waiting === 0 ? t("channels.fact.empty") : t("channels.fact.waiting", { n: channel.waiting }) },
        { label: t("channels.fact.last"), value: last },
        { label: t("words.field.language"), value: t(`channels.language.${channel.language}`) },
      ]}
    />
  );
}

function Test({ channel }: { channel: AlertChannelOut }): ReactElement {
  const { t, locale } = useCellTools();
  const { busy, run } = useAct("POST /api/alert-channels/:id/test");
  const test = async (): Promise<void> => {
    const fields = namesOf(missingOf(channel), { t, locale });
    if (fields !== "") return notify({ kind: "ask", text: t("channels.notReady"), detail: t("channels.missing", { fields }) });
    const answer = await run({ params: { id: channel.channel }, body: {} });
    if (!answer.success) return;
    const { code, ms, error, body_start } = answer.data;
    if (error === null && code !== null && code < 300) notify({ kind: "done", text: t("channels.testSent", { code, ms }) });
    else notify({ kind: "bad", text: t("channels.testFailed", { why: error ?? `${code ?? "–"} ${body_start ?? ""}` }) });
  };
  return (
    <Button size="xs" variant="default" loading={busy} onClick={() => void test()}>
      {t("channels.test")}
    </Button>
  );
}

function Renew({ channel }: { channel: AlertChannelOut }): ReactElement {
  const { t } = useCellTools();
  const { busy, run } = useAct("POST /api/alert-channels/:id/secret", { refresh: ["GET /api/alert-channels"] });
  const [secret, setSecret] = useState<string | null>(null);
  const make = async (): Promise<void> => {
    if (channel.secret_last4 !== null && !(await confirm({ text: t("channels.renewQuestion"), action: t("channels.renew"), destructive: true }))) return;
    const answer = await run({ params: { id: channel.channel }, body: { version: channel.version } });
    if (answer.success) setSecret(answer.data.secret);
  };
  return (
    <>
      <Button size="xs" variant="default" loading={busy} onClick={() => void make()}>
        {t(channel.secret_last4 === null ? "channels.make" : "channels.renew")}
      </Button>
      <Dialog
        opened={secret !== null}
        onClose={() => setSecret(null)}
        title={t("channels.secretShown")}
        closeButtonProps={{ "aria-label": t("common.close") }}
        closeOnClickOutside={false}
      >
        <SecretOnce values={[{ label: "alert_secret", value: secret ?? "" }]} fileName="alert-secret.txt" />
        <div className={css.foot}>
          <Button onClick={() => setSecret(null)}>{t("common.secretKept")}</Button>
        </div>
      </Dialog>
    </>
  );
}
