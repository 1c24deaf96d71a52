/** What the search box and its help, which arrives later, have between them. */

/** How long a typed text stands still before it is asked for, ms. */
export const TYPED_MS = 300;

export interface AssistHandle {
  /** True where the key was its own. */
  readonly key: (key: string) => boolean;
  /** Chips become filters; `final`: also one that is still being typed. */
  readonly apply: (text: string, final: boolean) => Promise<void>;
}
