/** One act of the palette with what will happen. Enter leads to the act's own question, form or panel, never past it. */
import { Spotlight } from "@mantine/spotlight";
import { type ReactElement, type ReactNode, useEffect } from "react";
import css from "./palette.module.css";
import { markFirst } from "./palette-mark.ts";

interface Props {
  readonly label: string;
  /** What will happen, or why it cannot now. */
  readonly effect: ReactNode;
  /** null: it cannot be done now. */
  readonly run: (() => void) | null;
}

export function ActLine({ label, effect, run }: Props): ReactElement {
  useEffect(markFirst, []);
  return (
    <Spotlight.Action data-act="" {...(run === null ? { "aria-disabled": true, "data-blocked": "", closeSpotlightOnTrigger: false } : { onClick: run })}>
      <span className={css.act}>
        <span className={css.title}>{label}</span>
        <span className={css.effect}>{effect}</span>
      </span>
    </Spotlight.Action>
  );
}
