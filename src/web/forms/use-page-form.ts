/** The values of a form that stands in its screen, while what it is about is read again and again. */
import { useState } from "react";
import { isDirty, rebase } from "./check.ts";
import type { Values } from "./spec.ts";
import { typedBefore, useHeldTyped } from "./typed.ts";
import { useUnsavedGuard } from "./unsaved-guard.ts";

interface Held {
  /** What the server had when it was last read. */
  readonly read: Values;
  /** Only what differs from it is the person's own. */
  readonly base: Values;
  readonly values: Values;
  readonly both: readonly string[];
  readonly isGivenBack: boolean;
}
/** What is kept of it when the session ends. */
type Kept = Pick<Held, "base" | "values">;
export interface PageForm {
  readonly values: Values;
  /** Fields that somebody else has changed too: they keep what the person typed. */
  readonly both: readonly string[];
  /** It holds what was typed before the session ended. */
  readonly isGivenBack: boolean;
  readonly set: (patch: Values) => void;
  /** The server has taken these values. */
  readonly saved: (sent: Values) => void;
}

/**
 * Keeps what the person typed; what he did not touch follows the server. Leaving the screen asks first.
 * @param name the form and what it is about
 * @param latest what the server has, as it was last read
 */
export function usePageForm(name: string, latest: Values): PageForm {
  const [held, setHeld] = useState<Held>(() => {
    const kept = typedBefore<Kept>(name);
    const { base, values } = kept ?? { base: latest, values: latest };
    return { read: latest, base: latest, ...rebase(base, latest, values), isGivenBack: kept !== null };
  });
  const isNew = isDirty(held.read, latest);
  const now = isNew ? { ...held, read: latest, base: latest, ...rebase(held.base, latest, held.values) } : held;
  if (isNew) setHeld(now);
  const dirty = isDirty(now.base, now.values);
  useUnsavedGuard(dirty);
  useHeldTyped(name, dirty ? ({ base: now.base, values: now.values } satisfies Kept) : null);
  return {
    values: now.values,
    both: now.both,
    isGivenBack: now.isGivenBack && dirty,
    set: (patch) => setHeld((before) => ({ ...before, values: { ...before.values, ...patch }, both: before.both.filter((name) => !(name in patch)) })),
    saved: (sent) => setHeld((before) => ({ ...before, base: sent, both: [], isGivenBack: false })),
  };
}
