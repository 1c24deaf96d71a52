/** What a list shows stands in its file too, under the same heading, or is named here as what does not. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Permission, permissionsOf } from "../../src/contract/permissions.ts";
import { first } from "../../src/web/i18n/zh/first.ts";
import { rest } from "../../src/web/i18n/zh/rest.ts";
import { seldom } from "../../src/web/i18n/zh/seldom.ts";
import { disbursesList } from "../../src/web/screens/disburses/spec.ts";
import { journalsList } from "../../src/web/screens/journals/spec.tsx";
import { manualList } from "../../src/web/screens/manual/spec.ts";
import { deliveriesList } from "../../src/web/screens/merchants/deliveries-spec.tsx";
import { merchantsList } from "../../src/web/screens/merchants/spec.ts";
import { paymentsList } from "../../src/web/screens/payments/spec.ts";
import { smsList } from "../../src/web/screens/sms/spec.ts";
import { transfersList } from "../../src/web/screens/transfers/spec.ts";
import { auditList } from "../../src/web/screens/users/audit-spec.tsx";
import { usersList } from "../../src/web/screens/users/spec.ts";
import { walletsList } from "../../src/web/screens/wallets/spec.ts";
import { withdrawalList } from "../../src/web/screens/withdrawal/spec.ts";
import { TestProduct } from "../support/app.ts";
import { people, type Person } from "../support/attack.ts";

let product: TestProduct;
let theirs: Person;
beforeAll(async () => {
  product = await TestProduct.start();
  theirs = (await people(product, (await product.merchant()).id)).merchant_admin;
});
afterAll(() => product.stop());

const PARTS: readonly object[] = [first, rest, seldom];
/** A message by its key, in Chinese. */
const word = (key: string): string => {
  const inPart = (part: object): unknown => key.split(".").reduce<unknown>((node, name) => (node as Record<string, unknown> | undefined)?.[name], part); // walked by name
  return String(PARTS.map(inPart).find((found) => found !== undefined));
};

/** Columns by id that have another heading in the file, or none. */
const LISTS: readonly (readonly [
  { readonly columns: readonly { readonly id: string; readonly header: string; readonly permission?: Permission; readonly staff?: true }[] },
  url: string,
  otherwise: readonly string[],
])[] = [
  [paymentsList, "payments", []],
  [disbursesList, "disburses", ["attempts", "way"]],
  [smsList, "sms", ["order", "origin"]],
  [
    walletsList,
    "wallets",
    ["id", "state", "health", "today", "month", "difference", "gap", "bind_status", "device", "app_last_seen", "direction", "open", "proxy"],
  ],
  [merchantsList, "merchants", ["id", "state", "webhook", "today_payments", "today_disburses", "payment_fee", "disburse_fee", "app_id", "secret"]],
  [deliveriesList, "deliveries", ["type", "object", "last_code", "next_at"]],
  [usersList, "users", ["id", "state"]],
  [auditList, "audit", ["id", "actor", "object", "changes"]],
  [journalsList, "journals", ["id", "created_at", "kind", "reference"]],
  [transfersList, "transfers", []],
  [withdrawalList, "withdrawal", []],
  [manualList, "manual", ["created_at", "target", "preview"]],
];

it.each(LISTS)("list $1", async ({ columns }, url, otherwise) => {
  const file = await product.call("GET", `/api/${url}/export?format=csv&lang=zh`);
  expect(file.status).toBe(200);
  const headings = new Set(file.text.replace("\uFEFF", "").split("\n", 1)[0]?.split(","));
  expect(columns.filter(({ header }) => !headings.has(word(header))).map(({ id }) => id)).toEqual(otherwise);
});

/** Columns of the screen that a file as on screen cannot hold: it says so. */
const NOT_IN_FILES: Readonly<Record<string, readonly string[]>> = {
  disburses: ["way"],
  sms: ["order", "origin"],
  wallets: ["health", "today", "month", "difference", "gap", "bind_status", "device", "app_last_seen", "proxy"],
  merchants: ["webhook", "today_payments", "today_disburses", "secret"],
};

it.each(LISTS)("list $1 as on screen: each column in its place, or named as left out", async ({ columns }, url) => {
  const ids = columns.map(({ id }) => id);
  const file = await product.call("GET", `/api/${url}/export?format=csv&lang=zh&totals=1&columns=${ids.join(",")}`);
  expect(file.status, file.text.slice(0, 300)).toBe(200);
  expect((file.headers["x-left-out"] ?? "").toString().split(",").filter(Boolean)).toEqual(NOT_IN_FILES[url] ?? []);
  // The other way round: the order is the reader's, not the file's.
  const [first, last] = ["id", "created_at"].filter((id) => ids.includes(id));
  if (first === undefined || last === undefined) return;
  const headings = async (order: string): Promise<string> =>
    (await product.call("GET", `/api/${url}/export?format=csv&lang=zh&columns=${order}`)).text.replace("\uFEFF", "").split("\n", 1)[0] ?? "";
  expect((await headings(`${first},${last}`)).split(",").reverse().join(",")).toBe(await headings(`${last},${first}`));
});

/** The lists of a merchant's people, as they see them. */
const MERCHANTS = permissionsOf("merchant_admin");
it.each(LISTS.filter(([, url]) => ["payments", "disburses", "deliveries", "users", "audit", "journals", "withdrawal"].includes(url)))(
  "list $1 shows a merchant the columns that his file may hold, and no other",
  async ({ columns }, url) => {
    const shown = columns.filter(({ permission, staff }) => staff !== true && (permission === undefined || MERCHANTS.includes(permission)));
    // His own name is no secret from him.
    const hidden = columns.filter((column) => !shown.includes(column) && column.id !== "merchant").map(({ id }) => id);
    const file = await product.call("GET", `/api/${url}/export?format=csv&lang=zh&columns=${columns.map(({ id }) => id).join(",")}`, theirs.token);
    // What he is shown is in it, or it would never be filled; what he is not shown is not.
    expect([file.status, (file.headers["x-left-out"] ?? "").toString()]).toEqual([200, hidden.join(",")]);
  },
);

it("tells a merchant's fee rule whole, its bounds too, as the column of the list does", async () => {
  const free = { rate_bps: 0, fixed: "5.00", min: null, max: null };
  const { id } = await product.merchant({ payment_fee: { rate_bps: 150, fixed: "0.00", min: "10.00", max: "500.00" }, disburse_fee: free });
  const file = await product.call("GET", `/api/merchants/export?lang=en&ids=${id}&columns=payment_fee,disburse_fee`);
  expect(file.text.replace("\uFEFF", "").trim().split(/\r?\n/)).toEqual([
    "Payment rate (bps),Payment fixed fee,Payment minimum fee,Payment maximum fee,Disburse rate (bps),Disburse fixed fee,Disburse minimum fee,Disburse maximum fee",
    "150,0.00,10.00,500.00,0,5.00,,",
  ]);
});
