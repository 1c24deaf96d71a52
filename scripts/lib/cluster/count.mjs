// What was acknowledged against what is there, counted in the database itself, beside the product.
const SETTLES_MS = 120_000;
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

/**
 * One kind of thing.
 * @param acknowledged names that the caller chose and that were acknowledged
 * @param stored the names of all that are there, one for each row; also those that nobody acknowledged may be there once, never twice
 */
export function compare(acknowledged, stored) {
  const times = new Map();
  for (const name of stored) times.set(name, (times.get(name) ?? 0) + 1);
  return {
    acknowledged: acknowledged.length,
    found: times.size,
    lost: acknowledged.filter((name) => !times.has(name)),
    doubled: [...times].filter(([, count]) => count > 1).map(([name]) => name),
  };
}

/** What of the load's messages came to, once nothing more is done with them: what was stored while the database went away is taken up again by a job. */
async function settledMessages(cluster, load) {
  for (const until = Date.now() + SETTLES_MS; ; await sleep(2_000)) {
    const rows = (await cluster.sql("select trx_id, match_status from sms where trx_id is not null and match_status <> 'duplicate'")).filter(([trx]) =>
      load.sent.has(trx),
    );
    if (rows.every(([, status]) => status === "matched") || Date.now() > until) return rows;
  }
}

/**
 * What became of payouts, each against what the phone really sent: one that is completed left once, one that is unknown at most once, and
 * whatever else it is after so long is wrong. A phone that was given one attempt twice, or two attempts of one payout, sent it twice.
 * @param rows name, status, and reference of each attempt
 * @param sends by reference, as the phone wrote them down
 */
export function judgePayouts(rows, sends) {
  const payouts = new Map();
  for (const [name, status, reference] of rows) {
    const times = reference === null || reference === "" ? 0 : (sends.get(reference)?.times ?? 0);
    const before = payouts.get(name) ?? { status, times: 0 };
    payouts.set(name, { status, times: before.times + times });
  }
  const named = (wanted) => [...payouts].filter(([, one]) => wanted(one)).map(([name]) => name);
  return {
    completed: named(({ status }) => status === "completed").length,
    unknown: named(({ status }) => status === "unknown").length,
    sentTwice: named(({ times }) => times > 1),
    neverSent: named(({ status, times }) => status === "completed" && times === 0),
    open: named(({ status }) => status !== "completed" && status !== "unknown"),
    strangers: [...sends.keys()].filter((reference) => !rows.some((row) => row[2] === reference)),
  };
}

/** A phone has five minutes for a task that was handed to it (features/devices/tasks.ts); then its payout is unknown. */
const PAYOUTS_SETTLE_MS = 360_000;
/** All payouts of the load, once each has ended or waits for a person. */
async function settledPayouts(cluster, load, like) {
  for (const until = Date.now() + PAYOUTS_SETTLE_MS; ; await sleep(2_000)) {
    const rows = await cluster.sql(
      `select d.merchant_order_id, d.status, coalesce(a.reference, '') from disburses d left join disburse_attempts a on a.disburse_id = d.id where d.merchant_order_id like '${like}'`,
    );
    const judged = judgePayouts(rows, load.payer.sends);
    if (judged.open.length === 0 || Date.now() > until) return judged;
  }
}

/** What the books have on the paying wallet, with what is said and not yet told by its message, and what the operator has. */
async function payingWallet(cluster, load) {
  const [[has]] = await cluster.sql(
    `select coalesce(sum(a.balance), 0) from accounts a join wallets w on w.id = a.owner_id where a.kind in ('wallet', 'unreported') and w.account = '${load.payer.account}'`,
  );
  return { has: BigInt(has), due: load.payer.balanceMinor };
}

/** Counts orders, messages and payouts, and the merchant's money. */
export async function countAll(cluster, load) {
  const like = `storm-${load.first}-%`;
  const named = async (table) => (await cluster.sql(`select merchant_order_id from ${table} where merchant_order_id like '${like}'`)).map(([name]) => name);
  const texts = await settledMessages(cluster, load);
  const kinds = {
    orders: compare([...load.orders.keys()], await named("payments")),
    messages: compare(
      [...load.messages.keys()],
      texts.map(([trx]) => trx),
    ),
    payouts: compare([...load.payouts.keys()], await named("disburses")),
  };
  const [[completed, received, held]] = await cluster.sql(
    `select count(*) filter (where status = 'completed'), coalesce(sum(received_amount - fee) filter (where status = 'completed'), 0),
       (select coalesce(sum(amount + fee), 0) from disburses where merchant_order_id like '${like}' and status not in ('failed', 'rejected', 'cancelled', 'reversed'))
     from payments where merchant_order_id like '${like}'`,
  );
  const sent = await settledPayouts(cluster, load, like);
  await load.payer.stop();
  const wallet = await payingWallet(cluster, load);
  // What the database has is counted also where the product answers nobody any more.
  const said = await load.good("GET", "/v1/balance", load.merchant).catch(() => null);
  return {
    kinds,
    sent,
    wallet,
    completed: Number(completed),
    unmatched: texts.filter(([, status]) => status !== "matched").length,
    money: { has: said === null ? null : BigInt(said.available.replace(".", "")), due: BigInt(received) - BigInt(held) },
  };
}
