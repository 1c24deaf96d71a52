/** The shared suite over the lists of wallets, merchants and users. */
import { merchantsRoutes } from "../../features/merchants/routes.ts";
import type { AnyRoute } from "../http/route.ts";
import { usersRoutes } from "../../features/users/routes.ts";
import { walletsRoutes } from "../../features/wallets/routes.ts";
import { listSuite } from "../../../../test/support/parts/list-suite.ts";
import { addMerchant, addWallet, makeLab, type Lab } from "../../../../test/support/parts/lists.ts";

const ROWS = 65;
const MARKER = "marker-of-a";
let count = 0;

async function start(routes: readonly AnyRoute[], add: (lab: Lab, index: number) => Promise<void>): Promise<Lab> {
  const lab = await makeLab(routes);
  for (let index = 0; index < ROWS; index += 1) await add(lab, index);
  return lab;
}

async function oneWallet(lab: Lab, index: number): Promise<void> {
  count += 1;
  const id = await addWallet(lab, `${index % 3 === 0 ? "Box" : "Till"} ${count}`, `017${String(count).padStart(8, "0")}`, index % 2 === 0 ? "bkash" : "nagad");
  await lab.owner.run("update wallets set wallet_type = $2, api_type = $3, enabled = $4 where id = $1", [
    id,
    ["personal", "agent", "merchant"][index % 3],
    ["app", "official", "manual"][index % 3],
    index % 5 !== 0,
  ]);
}
listSuite("wallets", {
  url: "/api/wallets",
  permission: "wallets.see",
  start: () => start(walletsRoutes, oneWallet),
  add: (lab) => oneWallet(lab, 4),
  filters: () => ({
    operator: [{ value: "nagad", fits: (row) => row["operator"] === "nagad" }],
    wallet_type: [{ value: "agent", fits: (row) => row["wallet_type"] === "agent" }],
    api_type: [{ value: "manual", fits: (row) => row["api_type"] === "manual" }],
    enabled: [
      { value: "true", fits: (row) => row["enabled"] === true },
      { value: "false", fits: (row) => row["enabled"] === false },
    ],
    bind_status: [{ value: "unbound", fits: (row) => row["bind_status"] === "unbound" }],
    health: [
      { value: "manual", fits: (row) => row["health"] === "manual" },
      { value: "online,offline", fits: (row) => row["health"] !== "manual" },
    ],
  }),
  searches: () => [{ q: "box", fits: (row) => String(row["name"]).startsWith("Box") }],
  refused: { operator: ["visa"], wallet_type: ["x"], enabled: ["1", "yes"], health: ["good"], deleted: ["true"] },
  twins: () => null,
});

async function oneMerchant(lab: Lab, index: number): Promise<void> {
  count += 1;
  const id = await addMerchant(lab, `${index % 3 === 0 ? "Shop" : "Store"} ${count}`);
  await lab.owner.run("update merchants set enabled = $2 where id = $1", [id, index % 4 !== 0]);
}
listSuite("merchants", {
  url: "/api/merchants",
  permission: "merchants.see",
  start: () => start(merchantsRoutes, oneMerchant),
  add: (lab) => oneMerchant(lab, 1),
  filters: () => ({ enabled: [{ value: "false", fits: (row) => row["enabled"] === false }] }),
  searches: () => [{ q: "shop", fits: (row) => String(row["name"]).startsWith("Shop") }],
  refused: { enabled: ["1"], deleted: ["yes"] },
  twins: () => null,
});

const twins = new WeakMap<Lab, { a: bigint; b: bigint }>();
async function oneUser(lab: Lab, index: number): Promise<void> {
  const known = twins.get(lab) ?? { a: await addMerchant(lab, `${MARKER} Ltd`), b: await addMerchant(lab, "Bravo") };
  twins.set(lab, known);
  count += 1;
  const own = index % 2 === 0 ? known.a : index % 3 === 0 ? known.b : null;
  const account = `${own === known.a ? MARKER : "other"}-${count}`;
  await lab.owner.run("insert into users (id, account, email, password_hash, user_type, merchant_id, enabled) values ($1, $2, $3, 'x', $4, $5, $6)", [
    lab.app.ids.next(),
    account,
    `${account}@mail.example`,
    own === null ? "operator" : index % 5 === 0 ? "merchant_admin" : "merchant_viewer",
    own,
    index % 7 !== 0,
  ]);
}
listSuite("users", {
  url: "/api/users",
  permission: "users.see",
  start: () => start(usersRoutes, oneUser),
  add: (lab) => oneUser(lab, 1),
  filters: (lab) => ({
    user_type: [
      { value: "operator", fits: (row) => row["user_type"] === "operator" },
      { value: "operator,merchant_admin", fits: (row) => row["user_type"] !== "merchant_viewer" },
    ],
    merchant_id: [
      {
        value: lab.app.publicIds.encode("merchant", twins.get(lab)?.b ?? 0n),
        fits: (row) => row["merchant_id"] === lab.app.publicIds.encode("merchant", twins.get(lab)?.b ?? 0n),
      },
    ],
    enabled: [{ value: "false", fits: (row) => row["enabled"] === false }],
  }),
  searches: () => [{ q: "other-", fits: (row) => String(row["account"]).startsWith("other-") }],
  refused: { user_type: ["root"], merchant_id: ["x"], enabled: ["maybe"], deleted: ["all"] },
  twins: (lab) => ({ a: twins.get(lab)?.a ?? 0n, b: twins.get(lab)?.b ?? 0n, marker: MARKER }),
});
