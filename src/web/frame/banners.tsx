/** Strips over every screen: no worker, sandbox, closed order acceptance, no network. */
import { useEffect, useState } from "react";
import { Link, useLocation } from "react-router";
import { operatorInfo } from "../../contract/operators.ts";
import type { AcceptanceOut } from "../../contract/config.schema.ts";
import type { SwitchRow } from "../../contract/switches.schema.ts";
import { setCovered, useCovered } from "../covered.ts";
import { useLiveEvents } from "../events.ts";
import { useText } from "../i18n/keys.ts";
import { useLocale } from "../i18n/locale.ts";
import { useOnline } from "../network.ts";
import { invalidate, useRead } from "../query.ts";
import { useCan, useLimited, useProfile } from "../session.tsx";
import css from "./banners.module.css";
import { NewDeviceStrips, useNewDevices } from "./new-device.tsx";
import { PausedWorkStrips, usePausedWork } from "./paused-work.tsx";
import { bannerWords, useSwitches, useSwitchesRead } from "./switches.ts";
import { useHome } from "./waiting.ts";

/** A screen is not held back longer for the strips over it, ms: its own rows come from the same server, so that a slow one is slow for both. */
const LONGEST_WAIT_MS = 10_000;

function useAcceptanceRead(): { readonly data: AcceptanceOut | undefined; readonly known: boolean } {
  const may = useCan("intake.see");
  const limited = useLimited();
  const enabled = may && !limited;
  const read = useRead("GET /api/intake", {}, { enabled, staleMs: 30_000 });
  return { data: read.data, known: !enabled || !read.isPending };
}

/** The present switches of order acceptance, kept fresh by events; `undefined` for who may not see them. */
export function useAcceptance(): AcceptanceOut | undefined {
  useLiveEvents(["config"], () => invalidate("GET /api/intake"));
  return useAcceptanceRead().data;
}

/** True once it is known which strips stand over the screen, or that took too long. */
export function useBannersKnown(): boolean {
  const acceptance = useAcceptanceRead();
  const switches = useSwitchesRead();
  const devices = useNewDevices();
  const paused = usePausedWork();
  const [waited, setWaited] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), LONGEST_WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  return (acceptance.known && switches.known && devices.known && paused.known) || waited;
}

/** All strips that apply now. */
export function Banners() {
  const t = useText();
  const { sandbox } = useProfile();
  const online = useOnline();
  const words = useClosedWords();
  const switches = useSwitches() ?? [];
  const devices = useNewDevices();
  const paused = usePausedWork();
  // All strips come at once: one that came later would push the others down.
  const known = useBannersKnown();
  const closed = known ? words : null;
  const engaged = known ? switches : [];
  const strange = known ? devices.items : [];
  const standing = known ? paused.items : [];
  const workerSilent = useHome().data?.warnings.includes("worker_silent") === true;
  const covered = useCovered();
  if (!sandbox && !covered && online && !workerSilent && closed === null && engaged.length === 0 && strange.length + standing.length === 0) return null;
  return (
    <aside aria-label={t("frame.banner.label")}>
      {workerSilent ? (
        <p className={css.strip} data-tone="bad" role="alert">
          {t("frame.banner.workerSilent")}
        </p>
      ) : null}
      {covered ? <CoveredStrip /> : null}
      {strange.length === 0 ? null : <NewDeviceStrips items={strange} />}
      {standing.length === 0 ? null : <PausedWorkStrips items={standing} />}
      {sandbox ? (
        <p className={css.strip} data-tone="unknown">
          {t("frame.banner.sandbox")}
        </p>
      ) : null}
      {closed === null ? null : <ClosedStrip words={closed} />}
      {engaged.length === 0 ? null : <SwitchesStrip engaged={engaged} />}
      {online ? null : (
        <p className={css.strip} data-tone="ask" role="status">
          {t("frame.offlineStrip")}
        </p>
      )}
    </aside>
  );
}

/** Says that amounts are hidden, and shows them. */
function CoveredStrip() {
  const t = useText();
  return (
    <p className={css.strip} data-tone="busy" role="status" data-covered="">
      {t("frame.covered.strip")}
      <button type="button" className={css.act} onClick={() => setCovered(false)}>
        {t("frame.covered.show")}
      </button>
    </p>
  );
}

/** Which orders are not accepted, in words; null when all is open (or not for these eyes). */
function useClosedWords(): string | null {
  const t = useText();
  const locale = useLocale();
  const acceptance = useAcceptance();
  if (acceptance === undefined) return null;
  if (!acceptance.payments_open && !acceptance.disburses_open) return t("frame.banner.bothClosed");
  if (!acceptance.payments_open) return t("frame.banner.paymentsClosed");
  if (!acceptance.disburses_open) return t("frame.banner.disbursesClosed");
  const parts = acceptance.operators.flatMap(({ operator, payments_open, disburses_open }) => {
    const name = { operator: operatorInfo(operator).name };
    return [...(payments_open ? [] : [t("frame.banner.payments", name)]), ...(disburses_open ? [] : [t("frame.banner.disburses", name)])];
  });
  return parts.length === 0 ? null : t("frame.banner.partlyClosed", { which: parts.join(locale === "zh" ? "、" : ", ") });
}

/** What emergency stops close for these eyes; staff find the way to them. */
function SwitchesStrip({ engaged }: { engaged: readonly SwitchRow[] }) {
  const t = useText();
  const locale = useLocale();
  const mayClose = useCan("intake.close");
  const { search } = useLocation();
  const which = engaged.map((row) => bannerWords(row, t)).join(locale === "zh" ? "；" : "; ");
  return (
    <p className={css.strip} data-tone="bad" role="status">
      {t("switches.banner", { which })} {mayClose ? <Link to={{ search, hash: "#stop" }}>{t("frame.banner.change")}</Link> : null}
    </p>
  );
}

function ClosedStrip({ words }: { words: string }) {
  const t = useText();
  const { search } = useLocation();
  return (
    <p className={css.strip} data-tone="bad">
      {words} <Link to={{ search, hash: "#stop" }}>{t("frame.banner.change")}</Link>
    </p>
  );
}
