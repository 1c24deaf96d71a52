/** The side menu: 208 px (in English 214), folding to 56. */
import { NavLink, useLocation } from "react-router";
import { useText } from "../i18n/keys.ts";
import { useLocale } from "../i18n/locale.ts";
import { screenAt } from "../paths.ts";
import { preload } from "../built.ts";
import type { ScreenName } from "../screens.ts";
import { useMay } from "../session.tsx";
import { Icon } from "./icons.tsx";
import { useScreenWords } from "./not-built.tsx";
import { Mark } from "../ui/mark.tsx";
import { badgeOf, cornerEntries, type MenuEntry, menuEntries, menuTarget } from "./menu-data.ts";
import css from "./side-menu.module.css";
import { useHome } from "./waiting.ts";

/** `folded` shows icons only; their words stand in the tooltip and for screen readers. */
export function SideMenu({ folded, onFold, limited }: { folded: boolean; onFold: () => void; limited: boolean }) {
  const t = useText();
  const may = useMay();
  const entries = limited ? [] : menuEntries(may);
  // Asked for once: each entry that asked by itself would cost every change of the address something.
  const home = useHome().data;
  const here = screenAt(useLocation().pathname);
  const corner = limited ? cornerEntries(may).filter((entry) => entry.name === "profile") : cornerEntries(may);
  return (
    <nav className={css.menu} data-folded={folded || undefined} aria-label={t("frame.menu")}>
      <div className={css.brand}>
        <Mark size={24} />
        {folded ? null : <span className={css.name}>{t("common.app")}</span>}
      </div>
      <ul className={css.list}>
        {entries.map((entry) => (
          <Entry key={entry.name} entry={entry} folded={folded} here={here} waiting={badgeOf(entry.name, home)} />
        ))}
      </ul>
      <ul className={css.corner}>
        {corner.map((entry) => (
          <Entry key={entry.name} entry={entry} folded={folded} here={here} waiting={badgeOf(entry.name, home)} />
        ))}
        <li>
          <button
            type="button"
            className={css.link}
            onClick={onFold}
            aria-expanded={!folded}
            aria-label={t(folded ? "frame.unfold" : "frame.fold")}
            data-tip={folded ? t("frame.unfold") : undefined}
          >
            <Icon name={folded ? "unfold" : "fold"} />
            {folded ? null : <span className={css.word}>{t("frame.fold")}</span>}
          </button>
        </li>
      </ul>
    </nav>
  );
}

function Entry({ entry, folded, here, waiting }: { entry: MenuEntry; folded: boolean; here: ScreenName | null; waiting: number }) {
  const t = useText();
  const locale = useLocale();
  const word = useScreenWords(entry.name);
  const badgeWords = waiting > 0 ? t("frame.waiting", { n: waiting }) : undefined;
  return (
    <li>
      <NavLink
        to={menuTarget(locale, entry.name, here)}
        end={entry.name === "index"}
        className={css.link ?? ""}
        data-child={(entry.isChild && !folded) || undefined}
        data-tip={folded ? (badgeWords === undefined ? word : `${word} · ${badgeWords}`) : undefined}
        aria-label={folded ? word : undefined}
        onPointerEnter={() => preload(entry.name)}
      >
        {entry.isChild && !folded ? null : <Icon name={entry.name} />}
        {folded ? null : <span className={css.word}>{word}</span>}
        {waiting > 0 ? (
          <span className={css.badge} data-dot={folded || undefined}>
            <span aria-hidden="true">{folded ? "" : waiting > 999 ? "999+" : waiting}</span>
            <span className="fd-sr">{badgeWords}</span>
          </span>
        ) : null}
      </NavLink>
    </li>
  );
}
