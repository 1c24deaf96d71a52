/** What can be done to many wallets. */
import { walletQuery } from "../../../contract/wallets.schema.ts";
import { asSource, type BulkAct } from "../../core/bulk/acts.ts";
import { Refused } from "../../platform/refusal.ts";
import { walletList } from "./queries.ts";
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

export const WALLET_BULK: readonly BulkAct[] = [switching("enable"), switching("disable")];
