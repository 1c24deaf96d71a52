/** Files of unit tests share the modules and the window of their worker: nobody is signed in when a file begins, calls know the page's session, nothing is drawn, and its window is as happy-dom has it. */
import { forgetSession, plugSession } from "../../src/web/session.tsx";

const NATIVE = Symbol.for("floatdesk.matchMedia");
const QUIET = Symbol.for("floatdesk.quiet");
type Shared = { [NATIVE]?: typeof window.matchMedia; [QUIET]?: true };

/** Nothing has a size in happy-dom, so the library's panels find nothing to focus and print the whole page, 4,000 lines each time. */
function hushFocusTrap(shared: Shared): void {
  if (shared[QUIET]) return;
  shared[QUIET] = true;
  const warn = console.warn.bind(console);
  console.warn = (...said: unknown[]) => (String(said[0]).startsWith("[@mantine/hooks/use-focus-trap]") ? undefined : warn(...said));
}

forgetSession();
// A file may have given the calls a session of its own.
plugSession();
if (typeof window !== "undefined") {
  document.body.replaceChildren();
  hushFocusTrap(globalThis as Shared);
  window.matchMedia = (globalThis as Shared)[NATIVE] ??= window.matchMedia;
  // happy-dom has none; growing text fields listen to it.
  Object.defineProperty(document, "fonts", { value: new EventTarget(), configurable: true, writable: true });
}
