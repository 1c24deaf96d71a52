/** Endings that people have called harmless: words around an operator's message that say nothing of the money. */
import type { Permission } from "./permissions.ts";
import type { Transition } from "./transition.ts";

/** `draft`: tried, explains nothing yet. One that was taken back can be taught again. */
export const ENDING_STATUSES = ["draft", "on", "off"] as const;
export type EndingStatus = (typeof ENDING_STATUSES)[number];

export const ENDING_ACTIONS = ["on", "off"] as const;
export type EndingAction = (typeof ENDING_ACTIONS)[number];

/** Every edge of an ending's life. The database refuses all others. */
export const ENDING_TRANSITIONS = [
  { from: "draft", event: "on", to: "on", by: "sms.rules" },
  { from: "on", event: "off", to: "off", by: "sms.rules" },
  { from: "off", event: "on", to: "on", by: "sms.rules" },
] as const satisfies readonly Transition<EndingStatus, EndingAction>[];
export const ENDING_ACTION_STATES = { on: ["draft", "off"], off: ["on"] } as const satisfies Record<EndingAction, readonly EndingStatus[]>;
export const ENDING_ACTION_PERMISSIONS = { on: "sms.rules", off: "sms.rules" } as const satisfies Record<EndingAction, Permission>;

/** Stands for one number of at most six digits before its decimals: what varies in an advertisement. A phone number is longer. */
export const ENDING_NUMBER = "{n}";

/** Characters of an ending. */
export const ENDING_MIN = 8;
export const ENDING_MAX = 200;

/** What can be wrong with an ending, beside its length. */
export const ENDING_PROBLEMS = ["several", "few_words", "braces", "denies", "known"] as const;
export type EndingProblem = (typeof ENDING_PROBLEMS)[number];

/** Codes of evidence whose detail is a fragment of the text that nothing explains. */
export const OPEN_WORDS_CODES = ["unexplained_words", "words_deny"] as const;
