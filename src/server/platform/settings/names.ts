/** Names in the environment that look like a setting and are none: a setting that is spelled wrong has no effect, and nobody would notice. */
import { type SettingName, SETTINGS } from "./table.ts";

const NAMES = Object.keys(SETTINGS) as SettingName[];
const PREFIX = "FLOATDESK_";

/**
 * What others set for a service that is called floatdesk: Kubernetes (`FLOATDESK_SERVICE_HOST`, `FLOATDESK_PORT_3000_TCP_ADDR`)
 * and linked containers.
 */
const OF_SERVICES = /^FLOATDESK(?:_[A-Z0-9]+)*?_(?:SERVICE_HOST|SERVICE_PORT(?:_\w+)?|PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?)$/;
/** They set `FLOATDESK_PORT=tcp://10.0.0.7:3000`, too; a number there is a person's. */
const isServicePort = (name: string, value: string | undefined): boolean =>
  /^FLOATDESK(?:_[A-Z0-9]+)*?_PORT$/.test(name) && /^(?:tcp|udp|sctp):\/\//.test(value ?? "");

/** Names of other programs that are near one of ours. */
const OF_OTHERS: readonly string[] = ["NODE_ENV", "NODE_OPTIONS"];

/** How many letters are put in, left out or changed between two words (Levenshtein), counted up to `most` + 1. */
function distance(left: string, right: string, most: number): number {
  if (Math.abs(left.length - right.length) > most) return most + 1;
  let row = Array.from({ length: right.length + 1 }, (_unused, index) => index);
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= right.length; j += 1)
      next[j] = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1));
    row = next;
  }
  return row[right.length] ?? 0;
}

const letters = (name: string): string => name.toUpperCase().replaceAll(/[_-]/g, "");

/**
 * How far a name may be from a setting's and still be taken for it: short names have neighbours (HOST and HOME, PORT and POST),
 * long ones have none.
 */
const nearness = (name: string): number => (name.length < 7 ? 0 : name.length < 10 ? 1 : 2);

/** The setting that a name means, by capitals, underscores and slips of the hand; null: it is a stranger's. */
function meant(name: string): SettingName | null {
  const plain = letters(name);
  const near = NAMES.map((known) => ({ known, far: distance(plain, letters(known), nearness(letters(known))), most: nearness(letters(known)) }))
    .filter(({ known, far, most }) => far <= most && (letters(known).length >= 7 || name === name.toUpperCase()))
    .toSorted((a, b) => a.far - b.far);
  return near[0]?.known ?? null;
}

/**
 * Looks for settings that are spelled wrong.
 * @throws Error with one sentence that names the first and the one that is meant
 */
export function refuseNearMisses(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(env).toSorted()) {
    if (Object.hasOwn(SETTINGS, name) || OF_OTHERS.includes(name) || OF_SERVICES.test(name) || isServicePort(name, env[name])) continue;
    const own = name.startsWith(PREFIX);
    const known = meant(own ? name.slice(PREFIX.length) : name);
    if (known !== null) throw new Error(`${name} is no setting: is ${known} meant? Names of settings are in docs/operate.md.`);
    if (own) throw new Error(`${name} is no setting of Floatdesk: names of settings are in docs/operate.md.`);
  }
}
