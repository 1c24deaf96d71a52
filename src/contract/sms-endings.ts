/** Endings that people have called harmless: words around an operator's message that say nothing of the money. */
/** An ending lives as a rule does: a draft explains nothing yet, and one that was taken back can be taught again. */
export {
  RULE_ACTION_STATES as ENDING_ACTION_STATES,
  RULE_ACTIONS as ENDING_ACTIONS,
  RULE_STATUSES as ENDING_STATUSES,
  type RuleAction as EndingAction,
  type RuleStatus as EndingStatus,
} from "./sms-rules.ts";

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
