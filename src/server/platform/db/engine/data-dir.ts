/** Where data lives (rule 27). This file has no dependencies: the scripts load it on its own. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { canReach, canSwitch, isRoot, ownerFor } from "./account.ts";

/** The folder of the checkout: the nearest parent of this file whose package.json is Floatdesk's. */
export function findCheckout(from: string = dirname(fileURLToPath(import.meta.url))): string {
  let here = from;
  for (;;) {
    const file = join(here, "package.json");
    if (existsSync(file) && /"name":\s*"floatdesk"/.test(readFileSync(file, "utf8"))) return here;
    if (dirname(here) === here) return process.cwd();
    here = dirname(here);
  }
}

/**
 * The data folder: `DATA_DIR`, else `./data` of the checkout; as root, where the account that the
 * database runs under cannot enter the checkout, a folder under `/var/lib/floatdesk`. `reason` is one
 * sentence to print when the place is not the usual one.
 */
export function resolveDataDir(env: NodeJS.ProcessEnv, checkoutDir: string): { dataDir: string; reason: string | null } {
  const asked = env.DATA_DIR?.trim();
  if (asked) return { dataDir: resolve(checkoutDir, asked), reason: null };
  const usual = join(resolve(checkoutDir), "data");
  if (!isRoot()) return { dataDir: usual, reason: null };
  const { uid, gid } = ownerFor(usual);
  // Where root cannot become another user at all, a user namespace is used, and that enters anywhere.
  if (!canSwitch(uid, gid) || canReach(uid, gid, dirname(usual))) return { dataDir: usual, reason: null };
  const hash = createHash("sha256").update(resolve(checkoutDir)).digest("hex").slice(0, 16);
  const dataDir = `/var/lib/floatdesk/${hash}`;
  const reason = `Data is kept in ${dataDir}, because the unprivileged account of the database (uid ${uid}) cannot enter ${resolve(checkoutDir)}.`;
  return { dataDir, reason };
}
