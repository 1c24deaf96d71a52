/** What is typed, as a pattern of LIKE. */

/** A text that stands for itself alone in a pattern. */
export const inPattern = (typed: string): string => typed.replace(/[\\%_]/g, "\\$&");

/** Words that stand somewhere in a text, in this order: `nagad 01` is part of `Nagad 个人 01`. Lower case, for a text in lower case. */
export const partOfName = (typed: string): string => `%${inPattern(typed.trim().toLowerCase()).split(/\s+/).join("%")}%`;
