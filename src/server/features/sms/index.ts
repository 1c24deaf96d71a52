/** Operators' messages, and what people teach of them. */
import { smsEndingSwitch } from "../../../contract/sms-endings.schema.ts";
import { smsRuleAsked } from "../../../contract/sms-rules.schema.ts";
import { smsAccept, smsManual, smsMatch, smsParse } from "../../../contract/sms.schema.ts";
import type { Feature } from "../../core/feature.ts";
import { dropWords } from "../../core/posting/in-force.ts";
import { acceptSms } from "./accept.ts";
import { SMS_BULK } from "./bulk.ts";
import { SMS_DETECTORS } from "./detectors.ts";
import { switchEnding } from "./endings/acts.ts";
import { smsEndingsRoutes } from "./endings/routes.ts";
import { smsExport } from "./export.ts";
import { smsJobs } from "./jobs.ts";
import { matchSms } from "./match.ts";
import { parseSmsAgain, READ_AGAIN } from "./parse-again.ts";
import { smsReadRoutes } from "./read-routes.ts";
import { smsRoutes } from "./routes.ts";
import { switchRule } from "./rules/acts.ts";
import { smsRulesRoutes } from "./rules/routes.ts";
import { SMS_SUGGESTIONS } from "./suggestions.ts";
import { typeInSms } from "./type-in.ts";

export const sms: Feature = {
  name: "sms",
  routes: [...smsReadRoutes, ...smsRoutes, ...smsEndingsRoutes, ...smsRulesRoutes, smsExport],
  bulkActs: SMS_BULK,
  jobs: smsJobs,
  detectors: SMS_DETECTORS,
  suggestions: SMS_SUGGESTIONS,
  approvalActs: [
    { kind: "sms.match", run: (ctx, { id, payload }) => matchSms(ctx, id, smsMatch.parse(payload)) },
    { kind: "sms.accept", run: (ctx, { id, payload }) => acceptSms(ctx, id, smsAccept.parse(payload)) },
    {
      kind: "sms.type-in",
      run: (ctx, { id, action, payload }) =>
        action === READ_AGAIN ? parseSmsAgain(ctx, id, smsParse.parse(payload)) : typeInSms(ctx, smsManual.parse(payload)),
    },
    { kind: "sms.rule", run: (ctx, { id, payload }) => switchRule(ctx, id, smsRuleAsked.parse(payload), "on"), after: dropWords },
    { kind: "sms.ending", run: (ctx, { id, payload }) => switchEnding(ctx, id, smsEndingSwitch.parse(payload), "on"), after: dropWords },
  ],
};
