/** What can be done to many wallets. */
import { walletQuery } from "../../../contract/wallets.schema.ts";
import { asSource, type BulkAct } from "../../core/bulk/acts.ts";
import { Refused } from "../../platform/refusal.ts";
import { walletList } from "./queries.ts";
import { applyTemplate } from "./templates/apply.ts";
import { TEMPLATE_PUTS } from "./templates/bulk.ts";
import { switchWallet, type Switch } from "./switch.ts";

const source = asSource(walletList, walletQuery, { version: "t.version", amount: "null::bigint", merchant: "null::bigint", label: "t.name" });
const switching = (action: Switch): BulkAct => ({
  name: `wallets.${action}`,
  source,
  audit: [`wallets.${action}`],
  check: "verb",
  run: async (ctx, { id, version }) => {
    const own = ctx.app.publicIds.decode("wallet", id);
    return own === null ? new Refused("not_found") : switchWallet(ctx, own, version, action);
  },
});

/** What is the matter with the template is no fault of the wallet: as an item's end it is a state that has words of its own. */
function ofTemplate(refused: Refused): Refused {
  if (refused.details?.["status"] === "newer_template") return new Refused("wrong_state", { details: { status: "newer_template" } });
  return refused.fields?.["template"] === undefined ? refused : new Refused("wrong_state", { details: { status: "no_template" } });
}

const applying: BulkAct = {
  name: "wallets.template",
  source,
  audit: ["wallets.template"],
  check: "verb",
  puts: TEMPLATE_PUTS,
  run: async (ctx, { id, version, target }) => {
    const own = ctx.app.publicIds.decode("wallet", id);
    if (own === null || target === null) return new Refused("not_found");
    const answer = await applyTemplate(ctx, own, { version, template: { id: String(target.id), edition: target.edition } });
    return answer instanceof Refused ? ofTemplate(answer) : answer;
  },
};

export const WALLET_BULK: readonly BulkAct[] = [switching("enable"), switching("disable"), applying];
