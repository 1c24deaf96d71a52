/** The message parser: rules as data, a pure function from a text to its fields. */
export * from "./types.ts";
export type { OwnRules, ParseInput } from "./input.ts";
export { ownRules, templateProblem, type OwnRule } from "./own-rules.ts";
export { endingOf, endingProblem } from "./own-endings.ts";
export { fitsOwn, parseMessage, readOwn } from "./parse.ts";
export { markedBy, type Marked, type MarkedPart } from "./marked.ts";
export { proposalOf, shapeKey, shapeOf, withoutCodes, type ShapePart } from "./shapes.ts";
export { foldDigits, foldText, maskOneTimeCodes, MAX_TEXT_LENGTH, mentionsCode, normaliseText, trxKey } from "./normalise.ts";
export { RULES, NOISE_RULES } from "./rules/index.ts";
export { kindFor, type Meaning } from "./meaning.ts";
export { isSenderOf, operatorsOfSender, SENDER_IDS } from "./senders.ts";
export { mayMatch, type MayMatch } from "./may-match.ts";
export { fragmentsOf } from "./explain.ts";
export { isHarmless } from "./harmless.ts";
export { trxDay } from "./evidence.ts";
export { compileLayouts, type Layout } from "./template.ts";
export { builtSources } from "./match.ts";
