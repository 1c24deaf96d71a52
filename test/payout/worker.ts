/**
 * A process that sends payouts and dies where it is told to. Arguments: address of the database, address of the operator,
 * where to die (`claim`, `intent`, `send`, `record`, `never`) and at which occurrence. Ends by itself when nothing waits.
 */
import { pino } from "pino";
import { startProduct } from "../../src/server/app.ts";
import { dispatchPayouts, payoutsIdle } from "../../src/server/core/payouts/dispatch.ts";
import { readEnv } from "../../src/server/platform/env.ts";
import type { PayoutPort } from "../../src/server/core/operators/port.ts";
import { replacePorts } from "../../src/server/core/operators/registry.ts";
import { TEST_KEY } from "../support/key.ts";

const [databaseUrl = "", operatorUrl = "", where = "never", at = "1"] = process.argv.slice(2);
let occurrences = 0;
function dieAt(point: string): void {
  if (point !== where) return;
  occurrences += 1;
  if (occurrences >= Number(at)) process.kill(process.pid, "SIGKILL");
}

const port: PayoutPort = {
  notFoundGraceMs: 0,
  query: async () => ({ kind: "not_supported" }),
  async submit(attempt) {
    // The intent is committed, nothing is sent.
    dieAt("send");
    const answer = await fetch(`${operatorUrl}/pay?reference=${attempt.reference}`);
    const { trxId } = (await answer.json()) as { trxId: string };
    // It is sent, and nobody has written the answer down.
    dieAt("record");
    return { kind: "completed", trxId, costMinor: 0n, atMs: null };
  },
};
const product = await startProduct({
  env: readEnv({ LOG_LEVEL: "silent", ROLE: "api" }),
  appUrl: databaseUrl,
  secretKey: TEST_KEY,
  log: pino({ level: "silent" }),
  poolMax: 8,
});
replacePorts(product.app, () => {
  // Asked for once per wallet while an order is routed, and once more when its attempt is about to be sent.
  const sending = new Error("where am I").stack?.includes("dispatch.ts") === true && new Error("who asks").stack?.includes("payingWallets") !== true;
  dieAt(sending ? "intent" : "claim");
  return port;
});
for (let quiet = 0; quiet < 3; ) {
  await dispatchPayouts(product.app);
  await payoutsIdle(product.app);
  const left = await product.app.db.one<{ n: number }>(
    "select ((select count(*) from disburses where status in ('pending', 'approved')) + (select count(*) from disburse_attempts where status = 'created' and lease_until <= now()))::int as n",
  );
  quiet = left?.n === 0 ? quiet + 1 : 0;
}
await product.stop();
