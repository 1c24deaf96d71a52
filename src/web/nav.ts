/** Navigation from code that is no component (session, api). The router plugs itself in at start. */

export interface GoOptions {
  readonly replace?: boolean;
  /** Kept in the history entry, never in the address. */
  readonly state?: unknown;
}
type Navigator = (to: string, options?: GoOptions) => void;
let plugged: Navigator = (to) => location.assign(to);

/** Plugs in the router. */
export function setNavigator(next: Navigator): void {
  plugged = next;
}

/** Goes to an address built by paths.ts. */
export function go(to: string, options?: GoOptions): void {
  plugged(to, options);
}
