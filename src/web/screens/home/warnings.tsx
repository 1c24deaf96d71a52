/** Lines above the figures: what is left open on purpose and should not be forgotten. */
import type { HomeWarning } from "../../../contract/home.ts";
import type { Permission } from "../../../contract/permissions.ts";
import { useText } from "../../i18n/keys.ts";
import type { ScreenName } from "../../screens.ts";
import { useCan } from "../../session.tsx";
import type { Tone } from "../../tokens.ts";
import { Strip } from "../../ui/index.ts";
import css from "./home.module.css";
import { FigureLink, useReachable } from "./link.tsx";

/** A dead worker has the frame's strip. */
type ShownWarning = Exclude<HomeWarning, "worker_silent">;

/** Red where somebody else could walk in; where it is put right, if anywhere, and by whom. */
const WARNINGS = {
  totp_not_required: { tone: "bad", screen: "config", needs: "config.edit" },
  one_person: { tone: "ask", screen: "config", needs: "config.edit" },
  no_ip_whitelist: { tone: "ask", screen: "merchants", needs: "merchants.integration" },
  no_notify_url: { tone: "ask", screen: "settings", needs: "merchants.integration" },
  intake_closed: { tone: "ask", screen: null, needs: "intake.open" },
} as const satisfies Record<ShownWarning, { tone: Tone; screen: ScreenName | null; needs: Permission }>;

/** `own`: a merchant's eyes, which look at one merchant. */
export function Warnings({ codes, own }: { codes: readonly HomeWarning[]; own: boolean }) {
  // Who sees the switches has the frame's strip, which names what is closed.
  const seesAcceptance = useCan("intake.see");
  const shown = codes.filter((code): code is ShownWarning => code !== "worker_silent" && !(code === "intake_closed" && seesAcceptance));
  if (shown.length === 0) return null;
  return (
    <div className={css.warnings}>
      {shown.map((code) => (
        <Warning key={code} code={code} own={own} />
      ))}
    </div>
  );
}

function Warning({ code, own }: { code: ShownWarning; own: boolean }) {
  const t = useText();
  const { tone, screen, needs } = WARNINGS[code];
  const place = own && screen !== null ? "settings" : screen;
  const [reachable, able] = [useReachable(place ?? "index"), useCan(needs)];
  const words = t(own && code === "no_ip_whitelist" ? "home.warnings.own_no_ip_whitelist" : `home.warnings.${code}`);
  return (
    <Strip tone={tone} action={place !== null && reachable && able ? <FigureLink screen={place}>{t("home.warnings.fix")}</FigureLink> : null}>
      {words}
    </Strip>
  );
}
