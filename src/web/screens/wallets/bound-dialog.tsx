/** What a binding answered, this once: code and QR for the native app, address, secret and template for the others, and what to do on the phone. */
import { Button } from "@mantine/core";
import { type ReactElement, useEffect, useState } from "react";
import type { DeviceApp } from "../../../contract/wallets.ts";
import type { MessageKey } from "../../i18n/keys.ts";
import type { CellTools } from "../../cell-tools.ts";
import { queryClient, useRead } from "../../query.ts";
import { Strip } from "../../ui/blocks.tsx";
import { confirm } from "../../ui/confirm.ts";
import { Copy } from "../../ui/copy.tsx";
import { notifyError } from "../../ui/notices.tsx";
import { Qr } from "../../ui/qr.tsx";
import { StatusDot } from "../../ui/status.tsx";
import { copyAt } from "../../ui/tip.ts";
import { bind } from "./bind-form.ts";
import { clockText, connected, secondsLeft, serverOf, type ShownBinding, shownBinding } from "./bound.ts";
import css from "./wallets.module.css";
import { Dialog } from "../../ui/dialog.tsx";

const POLL_MS = 3000;
const STEPS = {
  native: ["wallets.steps.native.s1", "wallets.steps.native.s2", "wallets.steps.native.s3", "wallets.steps.native.s4"],
  smsforwarder: [
    "wallets.steps.smsforwarder.s1",
    "wallets.steps.smsforwarder.s2",
    "wallets.steps.smsforwarder.s3",
    "wallets.steps.smsforwarder.s4",
    "wallets.steps.smsforwarder.s5",
  ],
  android_sms_gateway: [
    "wallets.steps.android_sms_gateway.s1",
    "wallets.steps.android_sms_gateway.s2",
    "wallets.steps.android_sms_gateway.s3",
    "wallets.steps.android_sms_gateway.s4",
    "wallets.steps.android_sms_gateway.s5",
  ],
  android_income_sms: [
    "wallets.steps.android_income_sms.s1",
    "wallets.steps.android_income_sms.s2",
    "wallets.steps.android_income_sms.s3",
    "wallets.steps.android_income_sms.s4",
    "wallets.steps.android_income_sms.s5",
  ],
  httpsms: ["wallets.steps.httpsms.s1", "wallets.steps.httpsms.s2", "wallets.steps.httpsms.s3", "wallets.steps.httpsms.s4", "wallets.steps.httpsms.s5"],
} as const satisfies Record<DeviceApp, readonly MessageKey[]>;

/** Stays open until the person has what is needed; tells when the phone speaks for the first time. */
export default function BoundDialog({ shown, tools }: { shown: ShownBinding; tools: CellTools }): ReactElement {
  const { t } = tools;
  const { wallet, asked, bound } = shown;
  const isReady = bound.code === null && bound.hook_url === null;
  const read = useRead(
    "GET /api/wallets/:id",
    { params: { id: wallet.id }, background: true },
    { everyMs: isReady ? false : POLL_MS, staleMs: 0, enabled: !isReady },
  );
  const phone = read.data ? connected(wallet.devices, read.data.devices, asked.device_id) : null;
  const close = async (): Promise<void> => {
    const mayBeLost = bound.hook_url !== null && phone === null;
    if (
      mayBeLost &&
      !(await confirm({ title: t("wallets.bind.closeAsk"), text: t("wallets.bind.closeBody"), action: t("wallets.bind.closeYes"), destructive: true }))
    )
      return;
    shownBinding.set(null);
    void queryClient.invalidateQueries({ queryKey: ["list", "wallets"] });
    void queryClient.invalidateQueries({ queryKey: ["one", "wallets", wallet.id] });
  };
  return (
    <Dialog
      opened
      onClose={() => void close()}
      title={t("wallets.bind.resultTitle", { name: wallet.name, app: t(`wallets.app.${bound.app}`) })}
      size="lg"
      closeOnClickOutside={false}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <div className={css.bound}>
        {isReady ? (
          <p>{t("wallets.bind.simDone", { sim: (asked.sim ?? "").toUpperCase() })}</p>
        ) : (
          <Found shown={shown} isConnected={phone !== null} tools={tools} />
        )}
        {isReady ? null : (
          <section>
            <h3 className={css.stepsTitle}>{t("wallets.bind.steps")}</h3>
            <ol className={css.steps}>
              {STEPS[bound.app].map((step) => (
                <li key={step}>{t(step)}</li>
              ))}
            </ol>
          </section>
        )}
        <div className={css.boundFoot}>
          <span role="status">
            {isReady ? null : phone === null ? (
              <StatusDot tone="busy">{t("wallets.bind.waiting")}</StatusDot>
            ) : (
              <StatusDot tone="done">{t("wallets.bind.connected", { device: phone.name })}</StatusDot>
            )}
          </span>
          <Button onClick={() => void close()}>{t("wallets.bind.close")}</Button>
        </div>
      </div>
    </Dialog>
  );
}

function Found({ shown, isConnected, tools }: { shown: ShownBinding; isConnected: boolean; tools: CellTools }): ReactElement {
  const { t } = tools;
  const { bound } = shown;
  if (bound.code !== null) return isConnected ? <></> : <Code shown={shown} code={bound.code} tools={tools} />;
  const values: [string, string | null][] = [
    [t("wallets.bind.address"), bound.hook_url],
    [t("wallets.bind.secret"), bound.signing_secret],
    [t(bound.app === "android_sms_gateway" || bound.app === "httpsms" ? "wallets.bind.register" : "wallets.bind.template"), bound.template],
  ];
  return (
    <>
      <Strip tone="ask">{t("wallets.bind.once")}</Strip>
      {values.map(([label, value]) => (value === null ? null : <Paste key={label} label={label} value={value} tools={tools} />))}
    </>
  );
}

/** A value to paste into the app. */
function Paste({ label, value, tools }: { label: string; value: string; tools: CellTools }): ReactElement {
  return (
    <div>
      <div className={css.pasteHead}>
        <span>{label}</span>
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`${tools.t("common.copy")} ${label}`}
          onClick={(event) => void copyAt(event.currentTarget, value)}
        >
          {tools.t("common.copy")}
        </Button>
      </div>
      <pre className={css.paste} role="region" aria-label={label} tabIndex={0}>
        {value}
      </pre>
    </div>
  );
}

function Code({ shown, code, tools }: { shown: ShownBinding; code: string; tools: CellTools }): ReactElement {
  const { t } = tools;
  const { bound, wallet, asked } = shown;
  const left = useSecondsLeft(bound.expires_at);
  const [busy, setBusy] = useState(false);
  const renew = async (): Promise<void> => {
    setBusy(true);
    const answer = await bind(wallet, asked, bound.version);
    setBusy(false);
    if (!answer.success) notifyError(answer.error);
  };
  return (
    <div className={css.code}>
      {left > 0 ? <Qr text={bound.qr ?? code} label={t("common.qrLabel", { what: t("wallets.bind.qr") })} /> : null}
      <div>
        <div className={css.hint}>{t("wallets.bind.code")}</div>
        {left > 0 ? (
          <>
            <div className={css.codeText}>
              <Copy value={code} mono>
                {`${code.slice(0, 5)} ${code.slice(5)}`}
              </Copy>
            </div>
            {bound.qr === null ? null : (
              <p>
                <span className="fd-dim">{t("wallets.bind.server")}</span> <Copy value={serverOf(bound.qr)} mono />
              </p>
            )}
            <p className="fd-dim fd-num">{t("wallets.bind.left", { time: clockText(left) })}</p>
          </>
        ) : (
          <p role="alert">{t("wallets.bind.expired")}</p>
        )}
        <Button mt="sm" variant="default" loading={busy} onClick={() => void renew()}>
          {t("wallets.bind.renew")}
        </Button>
      </div>
    </div>
  );
}

/** Seconds until the code's end, each second anew. */
function useSecondsLeft(expiresAt: string | null): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return expiresAt === null ? 0 : secondsLeft(expiresAt, now);
}
