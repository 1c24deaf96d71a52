/** How each scenario goes, and what must stand in the books when it is over. */
import type { Movement, Payment } from "./bank.ts";
import { expectData } from "./http.ts";
import { plain } from "./money.ts";
import type { Scenario } from "./scenarios.ts";
import type { Placed, Scene } from "./scene.ts";
import { showsReference, type Forgery, type Style } from "./texts.ts";

type Script = (scene: Scene) => Promise<void>;

/** Orders must live a minute at least; the job that ends them runs every second. */
const EXPIRY_S = 60;
const EXPIRY_PATIENCE_MS = 75_000;

async function placeFor(scene: Scene): Promise<Placed> {
  const placed = await scene.place({ customer: scene.plan.payer });
  await scene.think();
  return placed;
}

/** Money that completes the order at once, forwarded as soon as it is there. */
async function payExactly(scene: Scene, placed: Placed, how: Partial<Payment> = {}): Promise<Movement> {
  const money = scene.pay(placed.wallet, how);
  scene.completes(money);
  await scene.forward(money.sms);
  return money;
}

/** Paid exactly, by the number that the merchant named. */
const exactly =
  (style: Style, swap = false): Script =>
  async (scene) => {
    const placed = await placeFor(scene);
    await payExactly(scene, placed, { style, swap });
  };

const trxFirst: Script = async (scene) => {
  const placed = await scene.place();
  await scene.think();
  const money = scene.pay(placed.wallet);
  scene.completes(money);
  await scene.submit(placed, scene.plan.turn % 2 === 0 ? money.trxId : money.trxId.toLowerCase());
  await scene.think(0.5);
  await scene.forward(money.sms);
};

const trxAfter: Script = async (scene) => {
  const placed = await scene.place();
  await scene.think();
  const money = await payExactly(scene, placed);
  await scene.think(0.5);
  await scene.submit(placed, money.trxId);
};

/** A stranger pays and writes the order's number; where no message shows it, the payer has to pay himself. */
const byReference =
  (which: "id" | "merchant_order_id"): Script =>
  async (scene) => {
    const placed = await placeFor(scene);
    const shown = showsReference(placed.walletType);
    await payExactly(scene, placed, shown ? { payer: scene.plan.stranger, reference: placed.order[which] } : {});
  };

const duplicate: Script = async (scene) => {
  const placed = await placeFor(scene);
  const money = scene.pay(placed.wallet);
  scene.completes(money);
  const { first, second } = scene.world.phonesOf(placed.wallet);
  await first.deliver(money.sms);
  const again = second !== null && scene.plan.turn % 2 === 0 ? second : first;
  const result = await again.deliver(money.sms);
  if (!scene.world.tally.duplicates.note(result === "duplicate"))
    scene.world.tally.trouble(`a repeated message of order ${placed.order.id} was answered ${result}`);
};

const offline: Script = async (scene) => {
  const placed = await placeFor(scene);
  scene.world.phonesOf(placed.wallet).first.silence(scene.world.paceMs * 6);
  await payExactly(scene, placed);
};

const late: Script = async (scene) => {
  const placed = await scene.place({ customer: scene.plan.payer, expires_in: EXPIRY_S });
  await scene.until(placed, "expired", EXPIRY_PATIENCE_MS);
  const money = scene.pay(placed.wallet);
  scene.ends("completed", ["payment.expired", "payment.completed"], money.amount);
  scene.leaves(money, "matched");
  await scene.forward(money.sms);
};

const expired: Script = async (scene) => {
  const placed = await scene.place({ customer: scene.plan.payer, expires_in: EXPIRY_S });
  scene.ends("expired", ["payment.expired"]);
  await scene.until(placed, "expired", EXPIRY_PATIENCE_MS);
};

/** Another amount, named by its TrxID or by the reference: a person decides, or nobody has yet. */
const wrongAmount: Script = async (scene) => {
  const { plan } = scene;
  const placed = await scene.place();
  await scene.think();
  const named = showsReference(placed.walletType) && plan.turn >= 3;
  const money = scene.pay(placed.wallet, named ? { reference: placed.order.merchant_order_id } : {});
  const decision = (["leave", "approve", "reject"] as const)[plan.turn % 3] ?? "leave";
  if (decision === "approve") {
    scene.ends("completed", ["payment.review", "payment.completed"], money.amount);
    scene.leaves(money, "matched");
  } else {
    scene.ends(decision === "reject" ? "rejected" : "review", decision === "reject" ? ["payment.review", "payment.rejected"] : ["payment.review"]);
    // A rejected order's message belongs to nobody again; one that is not decided waits with its order.
    scene.leaves(money, decision === "reject" ? "unmatched" : "waiting");
  }
  if (!named) await scene.submit(placed, money.trxId);
  await scene.forward(money.sms);
  if (decision !== "leave" && (await scene.until(placed, "review"))) await decide(scene, placed, money.trxId, decision);
};

/** The operator on shift looks at the order and decides. */
async function decide(scene: Scene, placed: Placed, trxId: string, decision: "approve" | "reject"): Promise<void> {
  const staff = scene.world.operatorStaff;
  await scene.think();
  const { id } = placed.order;
  const detail = await staff.call("GET /api/payments/:id", { id });
  if (decision === "reject") {
    await staff.call("POST /api/payments/:id/reject", {
      id,
      body: { version: detail.version, reason: `Paid ${plain(scene.plan.paid)} instead of ${detail.amount}` },
    });
    return;
  }
  const found = await staff.call("GET /api/sms", { query: { q: trxId } });
  const message = found.items.find((item) => item.trx_id === trxId);
  if (!message) throw new Error(`the message ${trxId} is not in the list`);
  await staff.call("POST /api/payments/:id/approve", { id, body: { version: detail.version, message_id: message.id, amount: "received" } });
}

const unknownReference: Script = async (scene) => {
  const placed = await placeFor(scene);
  const money = scene.pay(placed.wallet, { reference: "office rent" });
  // It does not fall through to the payer's number; where no message shows a reference there is nothing to trip over.
  if (showsReference(placed.walletType)) scene.leaves(money, "unmatched");
  else scene.completes(money);
  await scene.forward(money.sms);
};

const paidTwice: Script = async (scene) => {
  const placed = await placeFor(scene);
  await payExactly(scene, placed);
  await scene.think(0.5);
  const second = scene.pay(placed.wallet);
  scene.leaves(second, "unmatched");
  await scene.forward(second.sms);
};

const cancelled: Script = async (scene) => {
  const placed = await placeFor(scene);
  expectData(await scene.merchant.cancel(placed.order.id), "cancel");
  scene.ends("cancelled", ["payment.cancelled"]);
  if (scene.plan.turn % 2 === 1) return;
  await scene.think();
  const money = scene.pay(placed.wallet);
  scene.leaves(money, "unmatched");
  await scene.forward(money.sms);
};

const early: Script = async (scene) => {
  const { plan, world } = scene;
  const wallets = world.bank.walletsOf(plan.operator);
  const wallet = wallets[plan.wallet % wallets.length];
  if (!wallet) throw new Error(`no wallet of ${plan.operator}`);
  const money = scene.pay(wallet.key, { firm: true });
  await scene.forward(money.sms);
  await scene.think();
  const placed = await scene.place();
  // Money on another wallet than the order's needs a person.
  if (placed.wallet === wallet.key) scene.completes(money);
  else {
    scene.ends("review", ["payment.review"]);
    scene.leaves(money, "unmatched");
  }
  await scene.submit(placed, money.trxId);
};

const repeatOrder: Script = async (scene) => {
  const { tally } = scene.world;
  const placed = await scene.place({ customer: scene.plan.payer });
  const again = await scene.merchant.create(scene.request({ customer: scene.plan.payer }));
  if (!tally.repeats.note(again.status === 200 && again.data?.id === placed.order.id))
    tally.trouble(`order ${placed.order.id} sent again was answered ${again.status} ${again.data?.id ?? again.error?.code}`);
  const other = await scene.merchant.create(scene.request({ customer: scene.plan.stranger }));
  if (!tally.conflicts.note(other.error?.code === "duplicate_order_mismatch"))
    tally.trouble(`order ${placed.order.id} with other content was answered ${other.status} ${other.error?.code ?? "success"}`);
  await scene.think();
  await payExactly(scene, placed);
};

const repeatKey: Script = async (scene) => {
  const { tally } = scene.world;
  const key = `${scene.world.prefix}-key-${scene.plan.no}`;
  const placed = await scene.place({ customer: scene.plan.payer }, key);
  const again = await scene.merchant.create(scene.request({ customer: scene.plan.payer }), key);
  if (!tally.repeats.note(again.headers.get("idempotency-hit") === "true" && again.data?.id === placed.order.id))
    tally.trouble(`order ${placed.order.id} under its Idempotency-Key was answered ${again.status} ${again.data?.id ?? again.error?.code}`);
  await scene.think();
  await payExactly(scene, placed);
};

/** A message that somebody made up for an open order: no money may follow from it. */
const forged =
  (forgery: Forgery): Script =>
  async (scene) => {
    const placed = await placeFor(scene);
    const fake = scene.world.bank.forge(placed.wallet, { amount: scene.plan.amount, payer: scene.plan.payer }, forgery);
    scene.world.tally.message(forgery === "balance" ? "waiting" : "suspicious");
    // The operator seems to have reported it, until a person looks; the other kinds are known for what they are.
    if (forgery === "balance") scene.world.tally.days.forged(placed.wallet, scene.plan.amount);
    scene.world.say(`forged message (${forgery}) for order ${placed.order.id}`);
    await scene.forward(fake);
  };

const unpaid: Script = async (scene) => void (await scene.place({ customer: scene.plan.payer }));

/** The script of each scenario. */
export const SCRIPTS: Readonly<Record<Scenario, Script>> = {
  exact: exactly("plain"),
  trx_first: trxFirst,
  trx_after: trxAfter,
  reference_id: byReference("id"),
  reference_merchant: byReference("merchant_order_id"),
  lost_breaks: exactly("glued"),
  other_digits: (scene) => exactly(scene.plan.turn % 2 === 0 ? "digits" : "nbsp")(scene),
  duplicate,
  out_of_order: exactly("plain", true),
  offline,
  late,
  expired,
  wrong_amount: wrongAmount,
  unknown_reference: unknownReference,
  paid_twice: paidTwice,
  cancelled,
  early,
  repeat_order: repeatOrder,
  repeat_key: repeatKey,
  forged_sender: forged("sender"),
  forged_layout: forged("layout"),
  forged_balance: forged("balance"),
  unpaid,
};
