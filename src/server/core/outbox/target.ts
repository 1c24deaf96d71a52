/** Which addresses notifications may go to: public https only, whatever the text looks like (rule 79). */
import { Resolver, lookup } from "node:dns/promises";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { MAX_ADDRESS } from "../../../contract/schema.ts";
import type { App } from "../../platform/context.ts";
import { Refused } from "../../platform/refusal.ts";

export type TargetCheck = "ok" | "not_https" | "port" | "private" | "unresolvable" | "invalid";
/** From a host name to all of its addresses; throws or answers none when there is no such name. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/** Below it stand the ports of mail, shells and files, which a notification has no business with; 443 is the one exception. */
const FIRST_FREE_PORT = 1024;
/** The ports from {@link FIRST_FREE_PORT} on that browsers do not fetch from either (Fetch standard, "bad port"): calls, chats, files. */
const OTHER_PROTOCOLS = new Set([1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080]);
const DNS_TIMEOUT_MS = 2_000;
/** How long an answer of the DNS is used again, ms. */
const KEPT_MS = 5_000;
const GLOBAL_V6 = ipaddr.parseCIDR("2000::/3") as [ipaddr.IPv6, number]; // a constant IPv6 range

/**
 * True for an address of the public internet: global unicast of IPv4 or IPv6. Embedded IPv4 (mapped, NAT64, 6to4,
 * Teredo) never counts as public, since it may lead back inside.
 */
export function isGlobalUnicast(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_V6[0], GLOBAL_V6[1]);
}

/** Whether https may be spoken there. */
function isOpenPort({ port }: URL): boolean {
  return port === "" || (Number(port) >= FIRST_FREE_PORT && !OTHER_PROTOCOLS.has(Number(port)));
}

/** What reading an address would leave out or change without a word, and a database cannot hold: blanks, control characters, half of a character. */
const isUnfitText = (text: string): boolean => /[\s\\\p{Cc}]/u.test(text) || !text.isWellFormed();

/** The parsed address, or why it cannot be one of a target. Decimal, hex and octal hosts arrive here as dotted numbers. */
export function parseTarget(unchecked: string, allowPrivate: boolean): URL | "not_https" | "port" | "invalid" {
  if (unchecked.length > MAX_ADDRESS || !URL.canParse(unchecked) || isUnfitText(unchecked)) return "invalid";
  const url = new URL(unchecked);
  if (url.protocol !== "https:" && url.protocol !== "http:") return "invalid";
  if (url.username !== "" || url.password !== "" || url.hostname === "" || url.port === "0") return "invalid";
  if (url.protocol === "http:" && !allowPrivate) return "not_https";
  if (!allowPrivate && !isOpenPort(url)) return "port";
  return url;
}

/** The host as a resolver takes it: without the brackets of IPv6. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, "$1");
}

/** Why addresses may not be connected to, or null. One bad address among good ones spoils all. */
export function refusedAddresses(addresses: readonly string[], allowPrivate: boolean): "private" | "unresolvable" | null {
  if (addresses.length === 0) return "unresolvable";
  return allowPrivate || addresses.every(isGlobalUnicast) ? null : "private";
}

/**
 * Resolves by DNS without a thread of the pool, so that dead name servers hold up nobody else's work. Answers are kept
 * for seconds: one burst asks once.
 * @param hostsFile ask the system's resolver where DNS knows nothing (development: names of /etc/hosts)
 */
function makeResolve(hostsFile: boolean): Resolve {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 2 });
  const kept = new Map<string, { answer: Promise<readonly string[]>; until: number }>();
  const ask = async (hostname: string): Promise<readonly string[]> => {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    if (addresses.length > 0 || !hostsFile) return addresses;
    return (await lookup(hostname, { all: true })).map((entry) => entry.address);
  };
  return (hostname) => {
    if (/^(.+\.)?localhost\.?$/i.test(hostname)) return Promise.resolve(["127.0.0.1", "::1"]);
    const now = performance.now();
    const found = kept.get(hostname);
    if (found && found.until > now) return found.answer;
    if (kept.size >= 2_000) kept.clear();
    const answer = ask(hostname);
    kept.set(hostname, { answer, until: now + KEPT_MS });
    return answer;
  };
}
const RESOLVES: Readonly<Record<"public" | "development", Resolve>> = { public: makeResolve(false), development: makeResolve(true) };

/** The resolver of this process. */
export function systemResolve(allowPrivate: boolean): Resolve {
  return RESOLVES[allowPrivate ? "development" : "public"];
}

/** All addresses of a host; a host that is an address is its own. None when the name does not resolve. */
export async function addressesOf(hostname: string, resolve: Resolve): Promise<readonly string[]> {
  if (isIP(hostname) !== 0) return [hostname];
  return resolve(hostname).catch(() => []);
}

/** Whether a target that can be read may not be one; a name that does not resolve today may tomorrow. */
export function isForbidden(check: TargetCheck): boolean {
  return check === "private" || check === "not_https" || check === "port";
}

/** Checks an address when it is saved; the same rules hold again at each connection. */
export async function checkTarget(unchecked: string, options: { allowPrivate: boolean; resolve?: Resolve }): Promise<TargetCheck> {
  const url = parseTarget(unchecked, options.allowPrivate);
  if (typeof url === "string") return url;
  const addresses = await addressesOf(hostOf(url), options.resolve ?? systemResolve(options.allowPrivate));
  return refusedAddresses(addresses, options.allowPrivate) ?? "ok";
}

/** Checks an order's own address for notifications. Refuses `target_not_allowed` naming `notify_url` */
export async function refusedNotifyUrl(app: Pick<App, "env">, url: string | undefined): Promise<Refused | null> {
  const verdict = url === undefined ? "ok" : await checkTarget(url, { allowPrivate: app.env.webhookAllowPrivate });
  return verdict === "ok" || verdict === "unresolvable" ? null : new Refused("target_not_allowed", { fields: { notify_url: "not_allowed" } });
}
