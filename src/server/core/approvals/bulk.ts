/** What can be done to many requests for a second approval: each is decided by the verb of one, so who asked decides none of his own. */
import { APPROVAL_STATUSES } from "../../../contract/approvals.ts";
import { approvalQuery } from "../../../contract/approvals.schema.ts";
import { asSource, type BulkAct, type BulkItemIn } from "../bulk/acts.ts";
import type { Answer } from "../../platform/answer.ts";
import type { UserCtx } from "../../platform/context.ts";
import { Refused } from "../../platform/refusal.ts";
import { approveApproval, rejectApproval } from "./decide.ts";
import { APPROVAL_LIST } from "./queries.ts";

const source = asSource(APPROVAL_LIST, approvalQuery, { version: "t.version", amount: "t.amount", merchant: "t.merchant_id", label: "t.kind" });

const idOf = (ctx: UserCtx, { id }: BulkItemIn): bigint | null => ctx.app.publicIds.decode("approval", id);

/** A state in which the act's own object stood against it is none of the request: as an item's end it would be read as one. */
function ofRequest<T>(answer: Answer<T>): Answer<T> {
  if (!(answer instanceof Refused) || answer.code !== "wrong_state") return answer;
  return (APPROVAL_STATUSES as readonly unknown[]).includes(answer.details?.["status"]) ? answer : new Refused("wrong_state");
}

export const APPROVAL_BULK: readonly BulkAct[] = [
  {
    name: "approvals.approve",
    source,
    // A request whose object has changed lapses beside the item.
    audit: ["approvals.approve", "approvals.lapse"],
    check: "verb",
    run: async (ctx, item) => ofRequest(await approveApproval(ctx, idOf(ctx, item), item.version)),
  },
  {
    name: "approvals.reject",
    source,
    audit: ["approvals.reject"],
    check: "verb",
    run: (ctx, item) => rejectApproval(ctx, idOf(ctx, item), item.reason, item.version),
  },
];
