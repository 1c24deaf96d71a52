/** About how wide a short text stands in a table. Pure: nothing is measured, so that a layout is known before it is drawn. */

/** Advance widths at the tables' 13 px, a little generous. */
const [WIDE, NARROW] = [13, 7.5];

/** Pixels; Chinese characters and full-width signs count whole. */
export function textWidth(text: string): number {
  let width = 0;
  for (const sign of text) width += sign >= "\u2e80" ? WIDE : NARROW;
  return Math.ceil(width);
}
