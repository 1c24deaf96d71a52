/** Addresses: the true client behind trusted proxies, allow lists of addresses and ranges. */
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

const REMEMBERED = 10_000;

/** What is worked out of an address, remembered: the same peers come back with every request. */
function remembering<T>(workOut: (address: string) => T): (address: string) => T {
  const known = new Map<string, T>();
  return (address) => {
    const before = known.get(address);
    if (before !== undefined) return before;
    if (known.size >= REMEMBERED) known.clear();
    const found = workOut(address);
    known.set(address, found);
    return found;
  };
}

/** The other end of a connection in its plain form. Of a neighbour on the link the system names the interface behind it. */
export const plainPeer = remembering((address) => normaliseIp(address.replace(/%.*$/s, "")));

/**
 * Brings an address to its plain form; `::ffff:1.2.3.4` becomes `1.2.3.4`. Null when it is none: four decimal numbers, or an address
 * of version 6 without a zone (`010.0.0.1`, `0x7f.0.0.1` and `fe80::1%eth0` are none).
 */
export function normaliseIp(unchecked: string): string | null {
  const text = unchecked.trim();
  return isIP(text) === 0 || text.includes("%") ? null : ipaddr.process(text).toString();
}

/** Reads one entry of an allow list, an address or a range; null when it is neither. `::ffff:10.0.0.0/104` is `10.0.0.0/8`. */
export function parseRange(unchecked: string): Range | null {
  const text = unchecked.trim();
  if (!text.includes("/")) {
    const plain = normaliseIp(text);
    if (!plain) return null;
    const address = ipaddr.parse(plain);
    return [address, address.kind() === "ipv4" ? 32 : 128];
  }
  const [head = "", bits = "", ...more] = text.split("/");
  if (!/^\d{1,3}$/.test(bits) || more.length > 0 || !normaliseIp(head)) return null;
  const written = ipaddr.parse(head);
  // Callers are always looked at in their plain form.
  const mapped = written instanceof ipaddr.IPv6 && written.isIPv4MappedAddress();
  const address = mapped ? written.toIPv4Address() : written;
  const width = Number(bits) - (mapped ? 96 : 0);
  if (width < 0 || width > (address.kind() === "ipv4" ? 32 : 128)) return null;
  return [address, width];
}

/** True when the list is empty (any address) or holds the address. Entries that cannot be read never match. */
export function ipAllowed(list: readonly string[], ip: string | null): boolean {
  if (list.length === 0) return true;
  const plain = ip === null ? null : normaliseIp(ip);
  if (plain === null) return false;
  return inRanges(plain, list);
}

function inRanges(plain: string, list: readonly string[]): boolean {
  const address = ipaddr.parse(plain);
  return list.some((entry) => {
    const range = parseRange(entry);
    return range !== null && range[0].kind() === address.kind() && address.match(range as [ipaddr.IPv4, number]);
  });
}

/** True when the peer of the connection is one of the trusted proxies. */
export function isTrustedPeer(request: IncomingMessage, trusted: readonly string[]): boolean {
  const peer = plainPeer(request.socket.remoteAddress ?? "");
  return peer !== null && trusted.length > 0 && inRanges(peer, trusted);
}

/** The client's address: the socket's, unless that peer is a trusted proxy; then X-Forwarded-For from the right. */
export function clientIp(request: IncomingMessage, trusted: readonly string[]): string | null {
  const peer = plainPeer(request.socket.remoteAddress ?? "");
  if (peer === null || trusted.length === 0 || !inRanges(peer, trusted)) return peer;
  const header = request.headers["x-forwarded-for"];
  const hops = (Array.isArray(header) ? header.join(",") : (header ?? ""))
    .split(",")
    .map((hop) => hop.trim())
    .filter(Boolean);
  let current = peer;
  for (const hop of hops.reverse()) {
    const plain = normaliseIp(hop);
    if (plain === null) return current;
    current = plain;
    if (!inRanges(plain, trusted)) return plain;
  }
  return current;
}

/** The network an address belongs to (/24 or /48), for noticing a new one. */
export const networkOf = remembering((ip) => {
  const address = ipaddr.process(ip);
  const bytes = address.toByteArray();
  return address.kind() === "ipv4"
    ? `${bytes.slice(0, 3).join(".")}.0/24`
    : `${ipaddr.fromByteArray([...bytes.slice(0, 6), ...Buffer.alloc(10)]).toString()}/48`;
});
