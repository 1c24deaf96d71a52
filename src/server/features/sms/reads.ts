/** What reads messages, for verbs and routes of the feature. */
export { orderCandidates, smsDetail } from "./detail.ts";
export { loadSmsRow, SMS_LIST, smsRowOf, type SmsRaw } from "./queries.ts";
