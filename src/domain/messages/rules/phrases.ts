/** Pieces of the English sentences below; see `template.ts` for the language. */
export const ACT =
  "(Cash-Out|Cash-In|Send Money|Bill Payment|Bill Pay|Mobile Recharge|Merchant Payment|Payment|Recharge|Refund|Add Money|B2B Transfer|Fund Transfer|Transfer|Transaction|Money Transfer|Bank Transfer)";
/** The word that says it is done stands wherever a verb does: without it a failure's could have been lost. */
export const DONE = "([ (is|was|has been)][ successfully] (successful|completed|done)| successfully)";
/** The same of money that goes out, which was asked for first. */
export const ASKED_DONE = "([ (is|was|has been|request is|request was)][ successfully] (successful|completed|done)| successfully)";
export const OF = "[ of|:]";
export const FAILED_END = "(unsuccessful|not successful|failed|declined|could not be completed|could not be processed|rejected|cancelled due to {skip})";
