/** A Chromium of this machine for the web benches. */
import { existsSync } from "node:fs";
import { chromium, type Browser } from "playwright-core";

export const BROWSER_ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-quic",
  "--no-first-run",
];

/** Where Chromium is. @throws Error with one sentence when there is none */
export function chromiumPath(): string {
  const found = [process.env["CHROMIUM_PATH"], "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(
    (path) => path && existsSync(path),
  );
  if (!found) throw new Error("The web bench needs Chromium: install it, or set CHROMIUM_PATH.");
  return found;
}

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath(), args: BROWSER_ARGS });
}
