/** Names that are typed into the panel of views and not saved: nothing closes it over them without a question. */
import { type RefObject, useCallback, useRef, useState } from "react";
import { askDiscard, useUnsavedGuard } from "../../forms/unsaved-guard.ts";
import type { CellTools } from "../../cell-tools.ts";
import type { Hold } from "./save-view.tsx";

interface HeldNames {
  /** A name is typed and not saved. */
  readonly held: boolean;
  readonly hold: Hold;
  readonly panel: RefObject<HTMLDivElement | null>;
  /** Goes, unless a name would go with it. Who answers the question presses beside the panel, and is not asked again. */
  readonly leave: (go: () => void) => Promise<void>;
}

/** The names of one panel. */
export function useHeldNames(t: CellTools["t"]): HeldNames {
  const [count, setCount] = useState(0);
  const hold = useCallback((more: number) => setCount((before) => before + more), []);
  const held = count > 0;
  useUnsavedGuard(held);
  const isAsking = useRef(false);
  const panel = useRef<HTMLDivElement>(null);
  const leave = async (go: () => void): Promise<void> => {
    if (isAsking.current) return;
    isAsking.current = held;
    const wasInside = panel.current?.contains(document.activeElement) === true;
    const may = !held || (await askDiscard(t));
    isAsking.current = false;
    if (may) go();
    // Whoever pressed beside it is in it again, and Escape is heard; who was in it is given his place back by the question.
    else if (!wasInside) panel.current?.closest<HTMLElement>("[role=dialog]")?.focus();
  };
  return { held, hold, panel, leave };
}
