/**
 * The frame before anybody knows who is signed in: bars, the screen's name, and where its parts will stand. The server's page shows it
 * before the program has arrived, the program where the session takes long, so it needs nothing of the program and of the account.
 */
import type { ReactNode } from "react";
import type { MessageKey } from "../i18n/keys.ts";
import type { ScreenName } from "../screens.ts";
import { Mark } from "../ui/mark.tsx";
import { LIST_OUTLINES } from "./outlines.ts";

/** What is known of a screen without its code, in words. */
export interface ToCome {
  readonly title: string;
  /** The list that will stand here: what its search box says ("" where that is not known yet), and the tabs over it. */
  readonly list: { readonly hint: string; readonly lists: boolean; readonly tabs: boolean } | null;
  /** What to do when nothing has come after some seconds. */
  readonly late: ReactNode;
}

/** The parts of a screen, in the language of `text`. A merchant's people know /merchants under another name, so it has none yet. */
export function toCome(screen: ScreenName | null, text: (key: MessageKey) => string): ToCome {
  const list = screen === null ? undefined : LIST_OUTLINES[screen];
  return {
    title: screen === null || screen === "merchants" ? "" : text(`frame.screen.${screen}`),
    list: list === undefined ? null : { hint: list.hint === null ? "" : text(list.hint), lists: list.lists === true, tabs: list.tabs === true },
    late: text("frame.late"),
  };
}

/** The whole frame. */
export function FrameToCome({ title, ...content }: ToCome) {
  return (
    <div className="fd-come-frame" aria-busy="true">
      <div className="fd-come-side">
        <Mark size={24} />
      </div>
      <div className="fd-come-main">
        <header className="fd-come-bar">{title === "" ? null : <h1 className="fd-come-title">{title}</h1>}</header>
        <ContentToCome {...content} />
      </div>
      <div className="fd-come-bottom" />
    </div>
  );
}

const PARTS = ["a", "b", "c", "d"];

/** The screen's own part. It takes no room: what it stands for may lie under it already. */
export function ContentToCome({ list, late }: Omit<ToCome, "title">) {
  return (
    <div className="fd-come-place">
      <div className="fd-come-content" data-list={list === null ? undefined : ""}>
        {list === null ? null : <Tools {...list} />}
        {PARTS.map((part) => (
          <div key={part} className="fd-come-part" />
        ))}
        <p className="fd-come-late fd-late">{late}</p>
      </div>
    </div>
  );
}

/** No field to type in: what is typed before the program runs would be lost. */
function Tools({ hint, lists, tabs }: NonNullable<ToCome["list"]>) {
  return (
    <div className="fd-come-tools" aria-hidden="true">
      {lists ? <div className="fd-come-tabs" data-lists="" /> : null}
      {tabs ? <div className="fd-come-tabs" /> : null}
      <div className="fd-come-line">
        <div className="fd-come-search">{hint}</div>
        <div className="fd-come-button" />
        <div className="fd-come-button" />
      </div>
      <div className="fd-come-line" data-more="">
        <div className="fd-come-button" />
      </div>
    </div>
  );
}
