/** What stands beside the heights of a plot. Pure. */

/** More decimals than this tell nobody anything, and there is no room for them. */
const MOST_DECIMALS = 4;

/** Heights along an axis, short and as they are: they are round numbers, and a rounded one would stand at another's place. */
export function axisTexts(languageTag: string, ticks: readonly number[]): string[] {
  const { format } = new Intl.NumberFormat(languageTag, { notation: "compact", maximumFractionDigits: MOST_DECIMALS });
  return ticks.map((value) => format(value));
}
