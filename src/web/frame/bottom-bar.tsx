/** Under 768 px the menu is a bar with five places; the fifth opens everything else. */
import { lazy, Suspense, useState } from "react";
import { NavLink, useLocation } from "react-router";
import { useText } from "../i18n/keys.ts";
import { useLocale } from "../i18n/locale.ts";
import { screenAt } from "../paths.ts";
import type { ScreenName } from "../screens.ts";
import { useMay } from "../session.tsx";
import css from "./bottom-bar.module.css";
import { Icon } from "./icons.tsx";
import { useScreenWords } from "./not-built.tsx";
import { badgeOf, cornerEntries, menuEntries, menuTarget } from "./menu-data.ts";
import { useHome } from "./waiting.ts";

const MoreSheet = lazy(() => import("./more-sheet.tsx"));

/** Who comes first on a phone, by what a person must decide there. */
const FIRST: readonly ScreenName[] = ["index", "payments", "disburses", "queue", "wallets", "sms", "journals", "merchants", "withdrawal", "transfers", "users"];
const PLACES = 4;

/** Shown by CSS on narrow pages only. */
export function BottomBar() {
  const t = useText();
  const may = useMay();
  const [open, setOpen] = useState(false);
  const [used, setUsed] = useState(false);
  const openSheet = (): void => {
    setUsed(true);
    setOpen(true);
  };
  const all = [...menuEntries(may), ...cornerEntries(may)].map((entry) => entry.name);
  const places = FIRST.filter((name) => all.includes(name)).slice(0, PLACES);
  const rest = all.filter((name) => !places.includes(name));
  const here = screenAt(useLocation().pathname);
  const home = useHome().data;
  const restWaits = rest.reduce((sum, name) => sum + badgeOf(name, home), 0);
  return (
    <nav className={css.bar} aria-label={t("frame.menu")}>
      {places.map((name) => (
        <Place key={name} name={name} count={badgeOf(name, home)} className={css.place ?? ""} />
      ))}
      <button type="button" className={css.place} data-here={(here !== null && rest.includes(here)) || undefined} aria-expanded={open} onClick={openSheet}>
        <Icon name="more" />
        <span>{t("frame.menuMore")}</span>
        {restWaits > 0 ? <Badge count={restWaits} /> : null}
      </button>
      <Suspense fallback={null}>
        {used ? (
          <MoreSheet opened={open} onClose={() => setOpen(false)}>
            {rest.map((name) => (
              <Place key={name} name={name} count={badgeOf(name, home)} className={css.tile ?? ""} onClick={() => setOpen(false)} />
            ))}
          </MoreSheet>
        ) : null}
      </Suspense>
    </nav>
  );
}

function Place({ name, count, className, onClick }: { name: ScreenName; count: number; className: string; onClick?: () => void }) {
  const word = useScreenWords(name);
  const locale = useLocale();
  const here = screenAt(useLocation().pathname);
  return (
    <NavLink to={menuTarget(locale, name, here)} end={name === "index"} className={className} onClick={onClick}>
      <Icon name={name} />
      <span>{word}</span>
      {count > 0 ? <Badge count={count} /> : null}
    </NavLink>
  );
}

function Badge({ count }: { count: number }) {
  const t = useText();
  return (
    <span className={css.badge}>
      <span aria-hidden="true">{count > 99 ? "99+" : count}</span>
      <span className="fd-sr">{t("frame.waiting", { n: count })}</span>
    </span>
  );
}
