/** Longest that something is waited for in a test: only what never comes is, in full. Milliseconds, below a test's own limit. */
const PATIENCE_MS = 240_000;

/** Waits until something is true; fails after `limitMs`. */
export async function until(check: () => boolean | Promise<boolean>, limitMs = PATIENCE_MS): Promise<void> {
  for (const end = Date.now() + limitMs; !(await check()); ) {
    if (Date.now() > end) throw new Error("it did not become true in time");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
