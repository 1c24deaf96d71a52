/** The button that opens the menu of views, where no list's bar has it. */
import { type ReactElement, Suspense, useState } from "react";
import { type ViewMenu, Views } from "../views/index.ts";
import css from "./bar.module.css";

export function ViewsButton(props: ViewMenu): ReactElement {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <button type="button" className={css.button} aria-haspopup="dialog" onClick={(event) => setAnchor(event.currentTarget)}>
        {props.tools.t("list.tools.views")}
      </button>
      <Suspense fallback={null}>{anchor === null ? null : <Views {...props} anchor={anchor} onClose={() => setAnchor(null)} />}</Suspense>
    </>
  );
}
