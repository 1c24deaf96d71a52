/** Words that are called harmless: where they come from, and what the server says of them. */
import type { Operator } from "../../../../contract/operators.ts";
import { ENDING_PROBLEMS } from "../../../../contract/sms-endings.ts";
import type { CallError } from "../../../api.ts";
import type { MessageKey } from "../../../i18n/keys.ts";

/** What is taught from: a message and its words. */
export interface Taught {
  readonly operator: Operator;
  readonly smsId: string;
  readonly words: string;
}

/** What the server found wrong with the words, or null where it says no more than that they are wrong. */
export function endingProblemKey(error: CallError): MessageKey | null {
  if (error.fields?.text === undefined) return null;
  const found = ENDING_PROBLEMS.find((one) => one === error.details?.problem);
  return found === undefined ? null : `rules.ending.problem.${found}`;
}
