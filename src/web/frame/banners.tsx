/** Strips over every screen: sandbox, closed intake, no network. */
import { useEffect, useState, useSyncExternalStore } from "react";
import { Link } from "react-router";
import { operatorInfo } from "../../contract/operators.ts";
import type { IntakeOut } from "../../contract/config.schema.ts";
import { useLiveEvents } from "../events.ts";
import { useText } from "../i18n/keys.ts";
import { useLocale } from "../i18n/locale.ts";
import { pathTo } from "../paths.ts";
import { invalidate, useRead } from "../query.ts";
import { useCan, useLimited, useProfile } from "../session.tsx";
import css from "./banners.module.css";

/** A screen is not held back longer for the strips over it, ms. */
const LONGEST_WAIT_MS = 600;

function useIntakeRead(): { readonly data: IntakeOut | undefined; readonly known: boolean } {
  const may = useCan("intake.see");
  const limited = useLimited();
  const enabled = may && !limited;
  const read = useRead("GET /api/intake", {}, { enabled, staleMs: 30_000 });
  return { data: read.data, known: !enabled || !read.isPending };
}

/** The present intake switches, kept fresh by events; `undefined` for who may not see them. */
export function useIntake(): IntakeOut | undefined {
  useLiveEvents(["config"], () => invalidate("GET /api/intake"));
  return useIntakeRead().data;
}

/** True once it is known whether a strip about intake stands over the screen, or that took too long. */
export function useBannersKnown(): boolean {
  const { known } = useIntakeRead();
  const [waited, setWaited] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), LONGEST_WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  return known || waited;
}

function watchNetwork(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

/** All strips that apply now. */
export function Banners() {
  const t = useText();
  const { sandbox } = useProfile();
  const online = useSyncExternalStore(watchNetwork, () => navigator.onLine);
  const closed = useClosedWords();
  if (!sandbox && online && closed === null) return null;
  return (
    <aside aria-label={t("frame.banner.label")}>
      {sandbox ? (
        <p className={css.strip} data-tone="unknown">
          {t("frame.banner.sandbox")}
        </p>
      ) : null}
      {closed === null ? null : <ClosedStrip words={closed} />}
      {online ? null : (
        <p className={css.strip} data-tone="ask" role="status">
          {t("frame.offlineStrip")}
        </p>
      )}
    </aside>
  );
}

/** Which intake is closed, in words; null when all is open (or not for these eyes). */
function useClosedWords(): string | null {
  const t = useText();
  const locale = useLocale();
  const intake = useIntake();
  if (intake === undefined) return null;
  if (!intake.payments_open && !intake.disburses_open) return t("frame.banner.bothClosed");
  if (!intake.payments_open) return t("frame.banner.paymentsClosed");
  if (!intake.disburses_open) return t("frame.banner.disbursesClosed");
  const parts = intake.operators.flatMap(({ operator, payments_open, disburses_open }) => {
    const name = { operator: operatorInfo(operator).name };
    return [...(payments_open ? [] : [t("frame.banner.payments", name)]), ...(disburses_open ? [] : [t("frame.banner.disburses", name)])];
  });
  return parts.length === 0 ? null : t("frame.banner.partlyClosed", { which: parts.join(locale === "zh" ? "、" : ", ") });
}

function ClosedStrip({ words }: { words: string }) {
  const t = useText();
  const locale = useLocale();
  return (
    <p className={css.strip} data-tone="bad">
      {words} <Link to={`${pathTo(locale, "index")}#intake`}>{t("frame.banner.change")}</Link>
    </p>
  );
}
