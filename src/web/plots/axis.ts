/** What stands beside the heights of a plot. Pure. */

/** More decimals than this tell nobody anything, and there is no room for them. */
const MOST_DECIMALS = 4;

/** Heights along an axis, short and each its own: one decimal, or as many as tell them apart. */
export function axisTexts(languageTag: string, ticks: readonly number[]): string[] {
  const written = (decimals: number): string[] => {
    const { format } = new Intl.NumberFormat(languageTag, { notation: "compact", maximumFractionDigits: decimals });
    return ticks.map((value) => format(value));
  };
  let texts = written(1);
  for (let decimals = 2; decimals <= MOST_DECIMALS && new Set(texts).size < ticks.length; decimals += 1) texts = written(decimals);
  return texts;
}
