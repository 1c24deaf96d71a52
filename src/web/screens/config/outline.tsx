/** The way around the screen: a search box, and the sections as a list that stays in view, or as one choice where there is no room. */
import { NativeSelect, TextInput } from "@mantine/core";
import { type KeyboardEvent, type ReactElement, useEffect, useRef, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { useHotkeys } from "../../hotkeys.ts";
import { useText } from "../../i18n/keys.ts";
import css from "./outline.module.css";
import type { ConfigSection } from "./sections.ts";

/** How far below the window's upper edge a section counts as the one that is read, px. */
const READ_PX = 160;

/** The section that is being read: the last one that begins above the middle of what is in view. */
function useReadSection(ids: string): string {
  const [read, setRead] = useState("");
  useEffect(() => {
    let frame = 0;
    const look = (): void => {
      frame = 0;
      const list = ids.split(" ");
      const isAtEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
      const begun = list.filter((id) => (document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY) <= READ_PX);
      setRead((isAtEnd && window.scrollY > 0 ? list.at(-1) : begun.at(-1)) ?? list[0] ?? "");
    };
    const soon = (): void => {
      if (frame === 0) frame = requestAnimationFrame(look);
    };
    soon();
    window.addEventListener("scroll", soon, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener("scroll", soon);
    };
  }, [ids]);
  return read;
}

export interface OutlineProps {
  readonly sections: readonly ConfigSection[];
  readonly typed: string;
  readonly onType: (typed: string) => void;
  /** Somebody is about to type. */
  readonly onSearch: () => void;
  /** How many settings the text leaves; null: nothing is typed. */
  readonly found: number | null;
  /** How many settings of a section are changed and not saved. */
  readonly changedIn: (section: ConfigSection) => number;
}

export function Outline({ sections, typed, onType, onSearch, found, changedIn }: OutlineProps): ReactElement {
  const t = useText();
  const navigate = useNavigate();
  const { search } = useLocation();
  const box = useRef<HTMLInputElement>(null);
  useHotkeys({ "/": () => box.current?.focus() });
  const read = useReadSection(sections.map(({ id }) => id).join(" "));
  const titleOf = ({ title }: ConfigSection): string => ("key" in title ? t(title.key) : title.text);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    const first = sections[0]?.keys[0] ?? sections[0]?.id;
    if (event.key === "Escape" && typed !== "") onType("");
    else if (event.key === "Enter" && found !== null && first !== undefined) void navigate({ search, hash: first }, { replace: true });
  };
  return (
    <div className={css.outline}>
      <TextInput
        ref={box}
        type="search"
        onFocus={onSearch}
        value={typed}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        placeholder={t("config.find.placeholder")}
        aria-label={t("config.find.placeholder")}
        aria-keyshortcuts="/"
        maxLength={100}
        spellCheck={false}
        autoComplete="off"
      />
      <p className={css.count} role="status">
        {found === null ? "" : t("config.find.count", { n: found })}
      </p>
      <NativeSelect
        className={css.choice}
        aria-label={t("config.find.sections")}
        value={read}
        onChange={(event) => void navigate({ search, hash: event.currentTarget.value }, { replace: true })}
        data={sections.map((section) => ({ value: section.id, label: withCount(titleOf(section), changedIn(section)) }))}
      />
      <nav className={css.list} aria-label={t("config.find.sections")}>
        <ul>
          {sections.map((section) => (
            <li key={section.id}>
              <Link to={{ search, hash: section.id }} replace aria-current={section.id === read ? "location" : undefined} className={css.link}>
                {titleOf(section)}
                <Changed n={changedIn(section)} />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

const withCount = (title: string, n: number): string => (n === 0 ? title : `${title} (${n})`);

function Changed({ n }: { n: number }): ReactElement | null {
  const t = useText();
  if (n === 0) return null;
  return (
    <span className={css.changed}>
      <span aria-hidden="true">{n}</span>
      <span className="fd-sr">{t("config.changed", { n })}</span>
    </span>
  );
}
