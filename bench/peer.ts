/**
 * Orders completed over HTTP against the same movement of money in another ledger in SQL: pgledger's two transfers, wallet to
 * merchant and merchant to fees, in one call (bench/peer/; its licence beside it).
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Pgbench } from "./lib/product.ts";
import { benchSettle } from "./lib/settle.ts";

const WALLETS = 300;
const MERCHANTS = 200;
const file = (name: string): string => readFileSync(join(import.meta.dirname, "peer", name), "utf8");

const ACCOUNTS = `insert into pgledger_accounts (id, name, currency, allow_negative_balance, allow_positive_balance, created_at, updated_at)
  select id, id, 'BDT', true, true, now(), now() from (select 'w' || n as id from generate_series(1, ${WALLETS}) n union all select 'm' || n from generate_series(1, ${MERCHANTS}) n union all select 'fees') named`;
const SCRIPT = `\\set w random(1, ${WALLETS})
\\set m random(1, ${MERCHANTS})
\\set a random(10000, 3000000)
select pgledger_create_transfers(('w' || :w::int, 'm' || :m::int, :a::bigint)::transfer_request, ('m' || :m::int, 'fees', :a::bigint * 150 / 10000)::transfer_request);
`;

await benchSettle("peer", 5, 20, {
  name: "pgledger, settles of two transfers a second (16 clients, prepared)",
  prepare: (engine) => Pgbench.ofScript(engine, "peer", [file("uuid-to-ulid.sql"), file("pgledger.sql"), ACCOUNTS], SCRIPT),
});
