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
       (select coalesce(sum(amount), 0) from disburses where merchant_order_id like '${like}')
     from payments where merchant_order_id like '${like}'`,
  );
  const { available } = await load.good("GET", "/v1/balance", load.merchant);
  return {
    kinds,
    completed: Number(completed),
    unmatched: texts.filter(([, status]) => status !== "matched").length,
    money: { has: BigInt(available.replace(".", "")), due: BigInt(received) - BigInt(held) },
  };
}
