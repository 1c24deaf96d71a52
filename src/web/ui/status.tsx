/** A state as dot and word: never colour alone. */
import type { ReactNode } from "react";
import type { Tone } from "../theme.ts";
import css from "./status.module.css";

/** Dot in the tone's colour and the word. A screen maps its statuses with a `Record<Status, Tone>`. */
export function StatusDot({ tone, children, tip }: { tone: Tone; children: ReactNode; tip?: string }) {
  return (
    <span className={css.status} data-tone={tone} data-tip={tip}>
      <span className={css.dot} aria-hidden="true" />
      {children}
    </span>
  );
}

/** A small label on the tone's ground, for marks beside a value ("disputed", "repeated"). */
export function Tag({ tone = "busy", children, tip }: { tone?: Tone; children: ReactNode; tip?: string }) {
  return (
    <span className={css.tag} data-tone={tone} data-tip={tip}>
      {children}
    </span>
  );
}
