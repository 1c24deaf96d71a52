/** Which wallet a message is for: by the card that received it, else by who sent it. Pure. */
import type { Sim } from "../../../domain/forwarders/types.ts";
import type { DeviceLink } from "../../core/devices/directory.ts";

/** The wallet of a card: its own link, else the link for any card; without a card only a single link is certain. */
export function linkOf(links: readonly DeviceLink[], sim: Sim | null): DeviceLink | null {
  if (links.length === 1 && (sim === null || links[0]?.sim === "any" || links[0]?.sim === sim)) return links[0] ?? null;
  if (sim === null) return null;
  return links.find((link) => link.sim === sim) ?? links.find((link) => link.sim === "any") ?? null;
}

/** Sender ids of an operator, from the config. */
export type SenderIds = (operator: string) => readonly string[];

const claims = (link: DeviceLink, sender: string, senderIds: SenderIds): boolean =>
  senderIds(link.operator).some((id) => id.toLowerCase() === sender.trim().toLowerCase());

/** The only wallet of the phone whose operator sends under this name; null when none or several do. */
export function linkBySender(links: readonly DeviceLink[], sender: string | null, senderIds: SenderIds): DeviceLink | null {
  if (sender === null) return null;
  const found = links.filter((link) => claims(link, sender, senderIds));
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** True when a message came over one card although only the other card's operator sends under this name: cards may have changed places. */
export function looksSwapped(links: readonly DeviceLink[], chosen: DeviceLink, sender: string | null, senderIds: SenderIds): boolean {
  if (sender === null || links.length < 2 || claims(chosen, sender, senderIds)) return false;
  return links.some((link) => link !== chosen && claims(link, sender, senderIds));
}
