import { describe, expect, it } from "vitest";
import { SMS_KINDS } from "../../contract/sms.ts";
import { contradicts, effectOf, kindsWith, mayCollect, moves, usualDirection } from "./message-kinds.ts";

describe("a kind of message", () => {
  it("may pay an order only where money comes in for it", () => {
    expect(SMS_KINDS.filter(mayCollect)).toEqual(SMS_KINDS.filter((kind) => effectOf(kind, "credit") === "collects"));
    expect(["receive", "payment_received", "cash_in_received", "cash_out_received"].every((kind) => mayCollect(kind as "receive"))).toBe(true);
    expect((["b2b_in", "refund", "send_money", "promo", "unknown"] as const).some(mayCollect)).toBe(false);
  });
  it("is found by what it does, on either side", () => {
    expect(kindsWith("takes_back")).toEqual(["reversal"]);
    expect(kindsWith("pays")).toEqual(["cash_in_sent", "send_money", "payment_sent"]);
    expect(kindsWith("receives", "takes_back")).toEqual(["b2b_in", "add_money", "remittance", "cashback", "refund", "returned_failed", "reversal", "loan"]);
    expect(kindsWith()).toEqual([]);
  });
  it("does nothing in a direction that its text does not name, and contradicts one that it cannot have", () => {
    for (const kind of SMS_KINDS) {
      expect([kind, effectOf(kind, "none")]).toEqual([kind, null]);
      expect([kind, contradicts(kind, "none")]).toEqual([kind, moves(kind)]);
    }
    expect([effectOf("receive", "debit"), contradicts("receive", "debit"), contradicts("receive", "credit")]).toEqual([null, true, false]);
    expect([effectOf("reversal", "credit"), effectOf("reversal", "debit")]).toEqual(["receives", "takes_back"]);
  });
  it("goes the way that it can, comes in where it can go both ways, and nowhere where nothing moves", () => {
    expect((["receive", "send_money", "refund", "promo"] as const).map(usualDirection)).toEqual(["credit", "debit", "credit", "none"]);
    for (const kind of SMS_KINDS) expect([kind, usualDirection(kind) === "none"]).toEqual([kind, !moves(kind)]);
  });
});
