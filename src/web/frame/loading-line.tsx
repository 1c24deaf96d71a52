/** A thin line on top: the next screen is on its way, or an act waits for its answer. */
import { useEffect, useState } from "react";
import { useLocation, useNavigation } from "react-router";
import { actsUnderWay } from "../api.ts";
import { useText } from "../i18n/keys.ts";
import { useStore } from "../store.ts";
import css from "./shell.module.css";

/** An act that takes longer is said to wait; most are answered before. Milliseconds. */
const SLOW_MS = 1000;

/** True once the same wait has lasted for {@link SLOW_MS}. */
function useSlow(waits: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!waits) return undefined;
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [waits]);
  return slow;
}

/** Stands once in the frame. An act that no form shows as busy, of a row, a key or the palette, has no other sign that the server works at it. */
export function LoadingLine() {
  const isLoading = useNavigation().state === "loading";
  const acts = useStore(actsUnderWay) > 0;
  const slow = useSlow(acts);
  const { key } = useLocation();
  const t = useText();
  return (
    <>
      <div className={css.line} data-on={isLoading || acts || undefined} data-key={key} aria-hidden="true" />
      <span role="status" className="fd-sr">
        {slow ? t("frame.underWay") : ""}
      </span>
    </>
  );
}
