/**
 * Endings that people have called harmless, as data: a fragment of a text that is exactly one of them counts as explained.
 *
 * Compared are whole fragments, folded: spaces and line breaks are one, case and the signs at both ends do not count. Digits
 * must be the same; where they vary, the taught text says `{n}`, which stands for one number (`Get Tk {n} cashback`).
 */
import { foldText, withoutSigns } from "./normalise.ts";
import type { HarmlessEnding } from "./types.ts";

/** At most six digits before the decimals: no phone number and no account. */
const NUMBER = "(?:\\d{1,3}(?:,\\d{2,3}){1,2}|\\d{1,6})(?:\\.\\d{1,2})?";

/** A fragment as it is compared. */
export function foldEnding(text: string): string {
  return withoutSigns(foldText(text).toLowerCase());
}

type Test = { readonly exact: ReadonlySet<string>; readonly patterns: readonly RegExp[] };
const compiled = new WeakMap<readonly HarmlessEnding[], Test>();

function compile(endings: readonly HarmlessEnding[]): Test {
  const folded = endings.map(({ text }) => foldEnding(text)).filter((text) => text !== "");
  return {
    exact: new Set(folded),
    patterns: folded
      .filter((text) => text.includes("{n}"))
      .map(
        (text) =>
          new RegExp(
            `^${text
              .split("{n}")
              .map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"))
              .join(NUMBER)}$`,
          ),
      ),
  };
}

/** Whether somebody has called this fragment harmless. */
export function isHarmless(endings: readonly HarmlessEnding[] | undefined, fragment: string): boolean {
  if (endings === undefined || endings.length === 0) return false;
  let test = compiled.get(endings);
  if (!test) compiled.set(endings, (test = compile(endings)));
  const folded = foldEnding(fragment);
  return test.exact.has(folded) || test.patterns.some((pattern) => pattern.test(folded));
}
