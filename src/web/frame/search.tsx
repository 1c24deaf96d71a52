/** The palette's field from the first key on: it takes what is typed while the palette's own chunk is on its way. */
import { lazy, Suspense, useEffect, useState } from "react";
import { withMessages } from "../i18n/index.ts";
import { useText } from "../i18n/keys.ts";
import { useFocusBack } from "../ui/focus-back.tsx";
import { Icon } from "./icons.tsx";
import css from "./search.module.css";

/** It names settings, rules and batches, too. */
const load = () => withMessages("seldom", import("./palette.tsx"));
const Palette = lazy(load);

/** Fetches the palette beside the first sign that someone wants it; a failure shows when it is opened. */
export function preloadPalette(): void {
  void load().catch(() => undefined);
}

/** Hands the text over once the palette has the focus, never in the middle of a Chinese word that is being composed. */
export function Search({ onClose, onHelp }: { onClose: () => void; onHelp: () => void }) {
  const t = useText();
  const [query, setQuery] = useState("");
  const [composing, setComposing] = useState(false);
  const [taken, setTaken] = useState(false);
  // The palette remembers this field as what had the focus before it; that is gone by then.
  useFocusBack();
  useEffect(preloadPalette, []);
  return (
    <>
      {taken ? null : (
        <div className={css.place}>
          <div className={css.box} role="dialog" aria-modal="true" aria-label={t("frame.palette.title")}>
            <Icon name="search" />
            <input
              // biome-ignore lint/a11y/noAutofocus: whoever opens the search types into it
              autoFocus
              className={css.input}
              type="text"
              value={query}
              placeholder={t("frame.palette.placeholder")}
              aria-label={t("frame.palette.title")}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setQuery(event.currentTarget.value)}
              onCompositionStart={() => setComposing(true)}
              onCompositionEnd={() => setComposing(false)}
              onKeyDown={(event) => (event.key === "Escape" ? onClose() : undefined)}
            />
          </div>
        </div>
      )}
      {composing && !taken ? null : (
        <Suspense fallback={null}>
          <Palette query={query} onQuery={setQuery} onTaken={() => setTaken(true)} onClose={onClose} onHelp={onHelp} />
        </Suspense>
      )}
    </>
  );
}
