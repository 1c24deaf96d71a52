/** Reads how long: "30 minutes", "1.5 hours", "1h30m", "for an hour", "半小时", "一个半小时", "三十分钟". Pure. */

const UNIT = "m|mins?|minutes?|分钟?|h|hrs?|hours?|小时|d|days?|天";
const UNIT_MINUTES: Readonly<Record<string, number>> = { m: 1, 分: 1, h: 60, 小: 60, d: 1440, 天: 1440 };
/** A number, not the end of another one: of `1,5 hours` and `-30 minutes` nothing is read. */
const COUNTED = new RegExp(`(?<![\\d.,-])(\\d{1,5}(?:\\.\\d{1,2})?|[一二两三四五六七八九十]{1,3}|半)\\s*个?(半)?\\s*(${UNIT})(?![a-z])`, "giu");
/** In English words behind `for` alone: a name may hold them, too. */
const SPELLED = new RegExp(`\\bfor\\s+(an?|one|two|three|four|five|six|ten|fifteen|twenty|thirty|forty|sixty|ninety)\\s+(${UNIT})(?![a-z])`, "giu");
const HALF = /\bhalf an hour\b/giu;

const ENGLISH: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  ten: 10,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  forty: 40,
  sixty: 60,
  ninety: 90,
};
const CHINESE: Readonly<Record<string, number>> = { 一: 1, 二: 2, 两: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9 };

/** 三十, 四十五, 十, 两; NaN: no number is written so. */
function chineseNumber(word: string): number {
  const [, tens, ten, ones = ""] = /^([一二三四五六七八九])?(十)?([一二两三四五六七八九])?$/u.exec(word) ?? [];
  if (ten === undefined) return CHINESE[word] ?? Number.NaN;
  return (tens === undefined ? 1 : (CHINESE[tens] ?? 0)) * 10 + (CHINESE[ones] ?? 0);
}

const numberOf = (word: string): number => (word === "半" ? 0.5 : /^\d/.test(word) ? Number(word) : chineseNumber(word));
const minutesOf = (count: number, unit: string): number => count * (UNIT_MINUTES[unit.charAt(0).toLowerCase()] ?? Number.NaN);

/**
 * How long a text says, all that it says together, and the text without it.
 * @returns `minutes` null: it says nothing of it, or nothing that is whole minutes
 */
export function readMinutes(text: string): { readonly minutes: number | null; readonly rest: string } {
  const parts: number[] = [];
  const take = (minutes: number): string => {
    parts.push(minutes);
    return " ";
  };
  const rest = text
    .replace(HALF, () => take(30))
    .replace(SPELLED, (_all, word: string, unit: string) => take(minutesOf(ENGLISH[word.toLowerCase()] ?? Number.NaN, unit)))
    .replace(COUNTED, (_all, word: string, half: string | undefined, unit: string) => take(minutesOf(numberOf(word) + (half === undefined ? 0 : 0.5), unit)));
  const minutes = parts.reduce((sum, part) => sum + part, 0);
  return { minutes: minutes > 0 && Number.isInteger(minutes) ? minutes : null, rest };
}
