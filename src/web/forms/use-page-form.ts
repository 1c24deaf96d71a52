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
}
export interface PageForm {
  readonly values: Values;
  /** Fields that somebody else has changed too: they keep what the person typed. */
  readonly both: readonly string[];
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
  const [held, setHeld] = useState<Held>(() => ({ read: latest, base: latest, values: { ...latest, ...typedBefore<Values>(name) }, both: [] }));
  const isNew = isDirty(held.read, latest);
  const now = isNew ? { read: latest, base: latest, ...rebase(held.base, latest, held.values) } : held;
  if (isNew) setHeld(now);
  const dirty = isDirty(now.base, now.values);
  useUnsavedGuard(dirty);
  useHeldTyped(name, dirty ? now.values : null);
  return {
    values: now.values,
    both: now.both,
    set: (patch) => setHeld((before) => ({ ...before, values: { ...before.values, ...patch }, both: before.both.filter((name) => !(name in patch)) })),
    saved: (sent) => setHeld((before) => ({ ...before, base: sent, both: [] })),
  };
}
