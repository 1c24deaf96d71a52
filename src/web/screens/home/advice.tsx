/** What is left open on purpose and should not be forgotten: one chip, and the list behind it. */
import { type ReactElement, Suspense, useState } from "react";
import type { HomeWarning } from "../../../contract/home.ts";
import type { Permission } from "../../../contract/permissions.ts";
import { useText } from "../../i18n/keys.ts";
import type { ScreenName } from "../../screens.ts";
import { useCan } from "../../session.tsx";
import type { Tone } from "../../tokens.ts";
import { Anchored } from "../../ui/anchored.tsx";
import { Strip } from "../../ui/index.ts";
import css from "./home.module.css";
import { FigureLink, useReachable } from "./link.tsx";

/** A dead worker has the frame's strip. */
type Shown = Exclude<HomeWarning, "worker_silent">;

/** Red where somebody else could walk in; where it is put right, if anywhere, and by whom. */
const ADVICE = {
  totp_not_required: { tone: "bad", screen: "config", needs: "config.edit" },
  one_person: { tone: "ask", screen: "config", needs: "config.edit" },
  no_ip_whitelist: { tone: "ask", screen: "merchants", needs: "merchants.integration" },
  no_notify_url: { tone: "ask", screen: "settings", needs: "merchants.integration" },
  intake_closed: { tone: "ask", screen: null, needs: "intake.open" },
} as const satisfies Record<Shown, { tone: Tone; screen: ScreenName | null; needs: Permission }>;

/** `own`: a merchant's eyes, which look at one merchant. Nothing where there is nothing to say. */
export function Advice({ codes, own }: { codes: readonly HomeWarning[]; own: boolean }): ReactElement | null {
  const t = useText();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  // Who sees the switches has the frame's strip, which names what is closed.
  const seesAcceptance = useCan("intake.see");
  const shown = codes.filter((code): code is Shown => code !== "worker_silent" && !(code === "intake_closed" && seesAcceptance));
  if (shown.length === 0) return null;
  return (
    <>
      <button
        type="button"
        className={css.chip}
        data-tone={shown.some((code) => ADVICE[code].tone === "bad") ? "bad" : "ask"}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t("home.advice", { n: shown.length })}
      </button>
      <Suspense fallback={null}>
        {anchor === null ? null : (
          <Anchored anchor={anchor} label={t("home.advice", { n: shown.length })} onClose={() => setAnchor(null)} calm>
            <div className={css.advice}>
              {shown.map((code) => (
                <Line key={code} code={code} own={own} />
              ))}
            </div>
          </Anchored>
        )}
      </Suspense>
    </>
  );
}

function Line({ code, own }: { code: Shown; own: boolean }): ReactElement {
  const t = useText();
  const { tone, screen, needs } = ADVICE[code];
  const place = own && screen !== null ? "settings" : screen;
  const [reachable, able] = [useReachable(place ?? "index"), useCan(needs)];
  return (
    <Strip tone={tone} action={place !== null && reachable && able ? <FigureLink to={{ screen: place }}>{t("home.warnings.fix")}</FigureLink> : null}>
      {t(own && code === "no_ip_whitelist" ? "home.warnings.own_no_ip_whitelist" : `home.warnings.${code}`)}
    </Strip>
  );
}
