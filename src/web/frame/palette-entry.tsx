/**
 * The palette's list and its entries: plain elements that Spotlight's keys find by the list's id and by `data-action`. Its own components
 * draw every entry anew at each key, three times.
 */
import { memo, type ReactElement, type ReactNode, useEffect, useId } from "react";
import css from "./palette.module.css";
import { palette, store } from "./palette-mark.ts";

/** What the palette offers, in groups. */
export function PaletteList({ children }: { readonly children: ReactNode }): ReactElement {
  const id = useId();
  useEffect(() => {
    const tell = (listId: string): void => store.updateState((state) => ({ ...state, listId }));
    tell(id);
    return () => tell("");
  }, [id]);
  return (
    <div id={id} className={css.list}>
      {children}
    </div>
  );
}

interface Props {
  readonly children: ReactNode;
  readonly onClick?: () => void;
  /** The palette stays open afterwards. */
  readonly stays?: boolean;
  readonly "data-act"?: "";
  readonly "data-fresh"?: "" | undefined;
  readonly "data-blocked"?: "";
  readonly "aria-disabled"?: true;
}

function Entry({ children, onClick, stays = false, ...marks }: Props): ReactElement {
  const run = (): void => {
    onClick?.();
    if (!stays) palette.close();
  };
  return (
    // The focus stays in the field: arrows move the mark.
    <button type="button" data-action="" tabIndex={-1} className={css.entry} {...marks} onMouseDown={(event) => event.preventDefault()} onClick={run}>
      {children}
    </button>
  );
}

/** One entry; drawn again only when it is another one. */
export const PaletteEntry = memo(Entry);
