/** Where exceptions about messages are found, and whether they still stand. */
import { messages, type Detectors } from "../../core/alerts/detectors.ts";

export const SMS_DETECTORS: Detectors = {
  sms_unmatched: messages("x.match_status in ('unmatched', 'review') and x.payment_id is null"),
  sms_suspicious: messages("x.match_status = 'suspicious'"),
  suspense_ignored: messages("x.match_status = 'ignored' and x.in_suspense"),
  sms_unparsed: messages("x.match_status = 'unparsed'"),
};
