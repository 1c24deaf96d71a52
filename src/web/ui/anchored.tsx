/** A popover at whichever button asked for it. Its content arrives with it, so a list starts without either. */
import { Popover } from "@mantine/core";
import { type ReactElement, type ReactNode, useEffect } from "react";
import css from "./overlays.module.css";

/** Room that is left free to the edge of the window, in pixels, and the least that a panel gets. */
const EDGE = 24;
const ROOM_MIN = 240;
/** Under the dialogs of the library, which are under its popovers. */
const UNDER_DIALOGS = 199;

export interface AnchoredProps {
  readonly anchor: HTMLElement;
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** The focus starts on the panel itself, not on its first field (whose list would open over the others). */
  readonly calm?: boolean;
  /** It holds what is not saved: a question stands over it. */
  readonly held?: boolean;
}

/** Opens under the anchor, or above it where more room is needed and there; keeps the focus inside, gives it back when it closes. */
export function Anchored({ anchor, label, onClose, children, calm = false, held = false }: AnchoredProps): ReactElement {
  const { left, top, width, height } = anchor.getBoundingClientRect();
  useEffect(() => () => anchor.focus({ preventScroll: true }), [anchor]);
  // What does not fit below opens above, where that is the larger side.
  const room = Math.max(ROOM_MIN, window.innerHeight - top - height - EDGE, top - EDGE);
  return (
    <Popover
      opened
      onChange={(opened) => (opened ? undefined : onClose())}
      onDismiss={onClose}
      position="bottom-start"
      trapFocus
      returnFocus={false}
      withRoles={false}
      // The library would close it before anything inside has heard the key.
      closeOnEscape={false}
      {...(held ? { zIndex: UNDER_DIALOGS } : {})}
      radius="md"
    >
      <Popover.Target>
        <span style={{ position: "fixed", pointerEvents: "none", left, top, width, height }} />
      </Popover.Target>
      <Popover.Dropdown
        className={css.dropdown}
        role="dialog"
        aria-label={label}
        // Whoever presses its text stays in it, and Escape is heard.
        tabIndex={-1}
        style={{ maxHeight: room }}
        onKeyDown={(event) => {
          // As in the library's dialogs: a list that is open inside closes first.
          const isOfList = event.target instanceof Element && event.target.getAttribute("data-mantine-stop-propagation") === "true";
          if (event.key !== "Escape" || event.defaultPrevented || isOfList) return;
          event.preventDefault();
          onClose();
        }}
      >
        <div {...(calm ? { tabIndex: -1, "data-autofocus": true, className: css.calm } : {})}>{children}</div>
      </Popover.Dropdown>
    </Popover>
  );
}
