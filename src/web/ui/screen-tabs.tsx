/** Tabs of a screen that holds several lists. The one in view stands in the address (`?tab=`); the first is the screen's own. */
import { type ReactElement, useEffect } from "react";
import { Link, useLocation } from "react-router";
import { tabInView } from "../tab-in-view.ts";
import css from "./screen-tabs.module.css";

export interface ScreenTab<Name extends string> {
  readonly name: Name;
  readonly label: string;
}

/** The tab that the address names, or the first one offered. */
export function useTab<Name extends string>(offered: readonly Name[]): Name | undefined {
  const asked = new URLSearchParams(useLocation().search).get("tab");
  return offered.find((name) => name === asked) ?? offered[0];
}

/** Links to the tabs; nothing at all when there is only one. */
export function ScreenTabs<Name extends string>({
  tabs,
  active,
  label,
}: {
  tabs: readonly ScreenTab<Name>[];
  active: Name | undefined;
  label: string;
}): ReactElement | null {
  const { pathname } = useLocation();
  const name = tabs.find((tab, at) => at > 0 && tab.name === active)?.label ?? null;
  useEffect(() => {
    tabInView.set(name);
    return () => tabInView.set(null);
  }, [name]);
  if (tabs.length < 2) return null;
  return (
    <nav className={css.tabs} aria-label={label}>
      {tabs.map((tab, at) => (
        <Link
          key={tab.name}
          to={at === 0 ? pathname : `${pathname}?tab=${tab.name}`}
          className={css.tab}
          aria-current={tab.name === active ? "page" : undefined}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
