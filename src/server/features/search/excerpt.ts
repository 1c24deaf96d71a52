/** The part of a long text around what was searched for. */

const BEFORE = 16;
const LENGTH = 72;

/** One line around the first place that holds `q`, with … where it was cut; "" where nothing holds it. */
export function excerpt(text: string, q: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  const at = line.toLowerCase().indexOf(q.replace(/\s+/g, " ").toLowerCase());
  if (at < 0) return "";
  const from = Math.max(0, at - BEFORE);
  const cut = line.slice(from, from + LENGTH);
  return `${from > 0 ? "…" : ""}${cut}${from + LENGTH < line.length ? "…" : ""}`;
}
