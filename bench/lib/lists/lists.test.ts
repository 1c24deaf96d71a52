import { describe, expect, it } from "vitest";
import { LIST_NAMES } from "../../../src/contract/lists.ts";
import { PAYMENT_STATUSES, NOTIFY_STATUSES } from "../../../src/contract/payments.ts";
import { paymentQuery } from "../../../src/contract/payments.schema.ts";
import { MATCH_STATUSES } from "../../../src/contract/sms.ts";
import { seeded } from "../../../test/support/messages/random.ts";
import { addressOf, combinations, poolKey, poolOf, singles } from "./cases.ts";
import { measuredLists } from "./lists.ts";

const lists = measuredLists();
const payments = lists.find(({ url }) => url === "/api/payments");

describe("what is asked of the lists", () => {
  it("finds every list of the product, each with all filters of its query", () => {
    // Exceptions have no name among the lists, and are one.
    expect(lists.length).toBeGreaterThanOrEqual(LIST_NAMES.length);
    const own = Object.keys(paymentQuery.shape).filter((name) => !["size", "cursor", "sort", "only", "figures"].includes(name));
    expect(payments?.filters.map(({ name }) => name).sort()).toEqual(own.sort());
    expect(lists.filter(({ soon }) => !soon).map(({ url }) => url)).toEqual(["/api/exceptions", "/api/exceptions/lines"]);
  });

  it("takes values from the schemas where they name some, and from rows where not", () => {
    const values = (name: string): readonly string[] | undefined => payments?.filters.find((filter) => filter.name === name)?.values;
    expect(values("status")).toEqual(PAYMENT_STATUSES);
    expect(values("notify")).toEqual(NOTIFY_STATUSES);
    expect(values("merchant_id")).toEqual([]);
    expect(lists.find(({ url }) => url === "/api/sms")?.filters.find(({ name }) => name === "status")?.values).toEqual(MATCH_STATUSES);
    const pool = poolOf(lists, new Map([["/api/payments", [{ id: "P1", merchant_id: "M1", amount: "5.00", created_at: "2026-01-01T00:00:00.000Z" }]]]));
    expect(pool.get(poolKey("/api/payments", "merchant_id"))).toEqual(["M1"]);
    expect(pool.get(poolKey("/api/payments", "min_amount"))).toEqual(["5.00"]);
    expect(pool.get(poolKey("/api/payments", "q"))).toEqual(["P1"]);
    // Under another name, inside another field, or in the first row of a line.
    const inner = poolOf(
      lists,
      new Map([
        ["/api/audit", [{ actor: { id: "U1" }, object: { type: "user", id: "U2" } }]],
        ["/api/wallets", [{ template: { id: 7 } }]],
        ["/api/exceptions", [{ wallet: { id: "W1" }, merchant: { id: "M1" } }]],
        ["/api/exceptions/lines", [{ first: { kind: "wallet_gap" } }]],
      ]),
    );
    const innerOf = (url: string, name: string): readonly string[] | undefined => inner.get(poolKey(url, name));
    expect(["user_id", "object_type", "object_id"].map((name) => innerOf("/api/audit", name))).toEqual([["U1"], ["user"], ["U2"]]);
    expect([innerOf("/api/wallets", "template"), innerOf("/api/exceptions", "at"), innerOf("/api/exceptions/lines", "kind")]).toEqual([
      ["7"],
      ["W1"],
      ["wallet_gap"],
    ]);
    // Another list that shows none takes those of this one.
    expect(pool.get(poolKey("/api/journals", "merchant_id"))).toEqual(["M1"]);
    expect(pool.get(poolKey("/api/deliveries", "min_amount"))).toEqual(["5.00"]);
  });

  it("draws the same combinations from the same seed, of different filters each", () => {
    const pool = poolOf(
      lists,
      new Map([["/api/payments", [{ id: "P1", merchant_id: "M1", wallet_id: "W1", amount: "5.00", created_at: "2026-01-01T00:00:00.000Z" }]]]),
    );
    const drawn = combinations(lists, pool, 500, seeded(1));
    expect(drawn).toEqual(combinations(lists, pool, 500, seeded(1)));
    expect(drawn).not.toEqual(combinations(lists, pool, 500, seeded(2)));
    for (const { filters } of drawn) {
      expect([2, 3]).toContain(filters.length);
      expect(new Set(filters.map(({ name }) => name)).size).toBe(filters.length);
    }
    expect(singles(lists, pool, seeded(1)).filter(({ url, filters }) => url === "/api/payments" && filters[0]?.name === "status")).toHaveLength(
      PAYMENT_STATUSES.length,
    );
  });

  it("turns bounds that were drawn crosswise", () => {
    const pool = new Map([
      [poolKey("/x", "min_amount"), ["900.00"]],
      [poolKey("/x", "max_amount"), ["20.00"]],
    ]);
    const filters = [
      { name: "min_amount", place: 0 },
      { name: "max_amount", place: 0 },
    ];
    expect(addressOf({ url: "/x", soon: true, filters }, pool, 50)).toBe("/x?size=50&min_amount=20.00&max_amount=900.00&figures=soon");
  });
});
