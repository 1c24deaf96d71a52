/** Values that copy themselves when clicked. The click is handled once for the page (tip.ts). */
import type { ReactNode } from "react";
import { phoneText, shortId } from "../i18n/format.ts";
import css from "./copy.module.css";

/** Shows children (or the value) as a button that copies the whole value. */
export function Copy({ value, children, mono = false, tip }: { value: string; children?: ReactNode; mono?: boolean; tip?: string }) {
  return (
    <button type="button" className={mono ? `${css.copy} ${css.mono}` : css.copy} data-copy={value} data-tip={tip}>
      {children ?? value}
    </button>
  );
}

/** An id: shortened in the middle (whole with `whole`), copied whole, the whole id on hover. */
export function IdText({ id, whole = false }: { id: string; whole?: boolean }) {
  const shown = whole ? id : shortId(id);
  return (
    <Copy value={id} mono {...(shown === id ? {} : { tip: id })}>
      {shown}
    </Copy>
  );
}

/** A phone number: grouped for reading, copied without spaces; `–` when absent. */
export function Phone({ value }: { value: string | null }) {
  if (value === null || value === "") return <span className={css.absent}>–</span>;
  return (
    <Copy value={value.replace(/\s/g, "")}>
      <span className="fd-num">{phoneText(value)}</span>
    </Copy>
  );
}
