/** What a filter means, said once more in the words of the answer: whether a row has a value by the cells that it shows. */
import { addDays, businessDayStart } from "../../../src/contract/time.ts";

/** A row as an answer gives it. */
// Rows of every list: what is read of them is read by name.
export type Shown = Readonly<Record<string, unknown>>;

const field = (row: Shown, name: string, inner: string): unknown => (row[name] as Shown | null | undefined)?.[inner];
const among = (value: string, cell: unknown): boolean => value.split(",").includes(String(cell));
/** Minor units of a cell with an amount; null: it is empty. */
export const minorOf = (cell: unknown): bigint | null => (typeof cell === "string" ? BigInt(cell.replace(".", "")) : null);
const inside = (at: number, from: string, to: string): boolean => {
  const begins = from.length === 10 ? businessDayStart(from) : Date.parse(from);
  return at >= begins && (to.length === 10 ? at < businessDayStart(addDays(to, 1)) : at <= Date.parse(to));
};
const EARLIEST = "2020-01-02";
const LATEST = "2100-01-01";
/** When a row was made: the cell that its list has for that. */
export const madeAt = (row: Shown): string => String(row["created_at"] ?? row["received_at"] ?? row["at"]);

/** Orders that rows refer to, by their ids. */
export type Orders = ReadonlyMap<string, Shown>;
type Says = (row: Shown, value: string, orders: Orders) => boolean | null;

/** What an order says of a row that refers to it; null: the order was not read. */
const byOrder = (row: Shown, orders: Orders, says: (order: Shown) => boolean): boolean | null => {
  const about = row["reference"] ?? row["object"];
  const { type, id } = about as { type: string; id: string };
  if (type !== "payment" && type !== "disburse") return false;
  const order = orders.get(id);
  return order === undefined ? null : says(order);
};
const bound = (value: string, cell: unknown, isLeast: boolean): boolean => {
  const [limit, amount] = [minorOf(Number(value).toFixed(2)) ?? 0n, minorOf(cell)];
  if (amount === null) return false;
  const size = amount < 0n ? -amount : amount;
  return isLeast ? size >= limit : size <= limit;
};
const amount =
  (isLeast: boolean): Says =>
  (row, value, orders) =>
    "amount" in row ? bound(value, row["amount"], isLeast) : byOrder(row, orders, (order) => bound(value, order["amount"], isLeast));
const orItsOrder =
  (name: string): Says =>
  (row, value, orders) =>
    name in row ? among(value, row[name]) : byOrder(row, orders, (order) => among(value, order[name]));

/** Filters that are not the cell of their name. */
const SAYS: Readonly<Record<string, Says>> = {
  from: (row, value) => inside(Date.parse(madeAt(row)), value, LATEST),
  to: (row, value) => inside(Date.parse(madeAt(row)), EARLIEST, value),
  deleted: (row, value) => value === "with" || row["deleted"] === true,
  paid_at: (row, value) => row["paid_at"] !== null && inside(Date.parse(String(row["paid_at"])), value, value),
  notify: (row, value) => among(value, field(row, "notify", "status")),
  min_amount: amount(true),
  max_amount: amount(false),
  status: (row, value) => among(value, row["match_status"] ?? row["status"]),
  operator: orItsOrder("operator"),
  wallet_id: (row, value, orders) =>
    "from_wallet_id" in row ? among(value, row["from_wallet_id"]) || among(value, row["to_wallet_id"]) : orItsOrder("wallet_id")(row, value, orders),
  order_id: (row, value) => field(row, "object", "id") === value,
  object_id: (row, value) => field(row, "object", "id") === value,
  object_type: (row, value) => field(row, "object", "type") === value,
  reference: (row, value) => field(row, "reference", "id") === value,
  user_id: (row, value) => field(row, "actor", "type") === "user" && field(row, "actor", "id") === value,
  bank_file: (row, value) => (row["bank_file"] !== null) === (value === "in"),
  role: (row, value) => String(row["role_name"] ?? "").toLowerCase() === value.toLowerCase(),
  gap: (row, value) => (row["breaks"] !== null) === (value === "true"),
  template: (row, value) => field(row, "template", "id") === value,
  differs: (row, value) =>
    row["template"] !== null &&
    field(row, "template", "deleted") === false &&
    (field(row, "template", "differs") as unknown[]).length > 0 === (value === "true"),
  limited: (row) => row["enabled"] === true && row["collect"] === true && row["deleted"] === false && (row["daily_max"] !== null || row["month_max"] !== null),
};

/** Whether a row has the value of a filter; null: its cells do not say. */
export function says(row: Shown, name: string, value: string, orders: Orders): boolean | null {
  const said = SAYS[name];
  if (said) return said(row, value, orders);
  return name in row ? among(value, row[name]) : null;
}
