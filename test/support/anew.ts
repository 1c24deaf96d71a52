/** Files of unit tests share the modules and the window of their worker: nobody is signed in when a file begins, calls know the page's session, nothing is drawn, and its window is as happy-dom has it. */
import { forgetSession, plugSession } from "../../src/web/session.tsx";

const NATIVE = Symbol.for("floatdesk.matchMedia");
type Shared = { [NATIVE]?: typeof window.matchMedia };

forgetSession();
// A file may have given the calls a session of its own.
plugSession();
if (typeof window !== "undefined") {
  document.body.replaceChildren();
  window.matchMedia = (globalThis as Shared)[NATIVE] ??= window.matchMedia;
  // happy-dom has none; growing text fields listen to it.
  Object.defineProperty(document, "fonts", { value: new EventTarget(), configurable: true, writable: true });
}
