import { describe, expect, it } from "vitest";
import { Bank } from "./bank.ts";
import { WALLETS } from "./fleet.ts";
import { Random } from "./random.ts";
import { bkashDay, printedTime, TrxIds } from "./trx.ts";

const atMs = Date.parse("2026-11-21T23:59:00+06:00");

function bank(seed = "b", now = () => atMs): Bank {
  const made = new Bank(new Map(WALLETS.map((wallet) => [wallet.key, wallet])), new Random(seed), "r0", now);
  for (const wallet of WALLETS) made.open(wallet.key, wallet.opening);
  return made;
}
const balanceIn = (text: string): string => (/Balance:? Tk ([\d,]+\.\d\d)/.exec(text)?.[1] ?? "").replaceAll(",", "");

describe("bank", () => {
  it("knows no wallet that was not opened", () => {
    const closed = new Bank(new Map(WALLETS.map((wallet) => [wallet.key, wallet])), new Random("b"), "r0", () => atMs);
    expect(() => closed.receive("bk1", { amount: 100n, payer: "01812345678" })).toThrow("was not opened");
    expect(() => bank().receive("nothing", { amount: 100n, payer: "01812345678" })).toThrow("no wallet");
  });

  it("chains each wallet's balances, with what an agent earns", () => {
    const books = bank();
    for (const wallet of WALLETS) {
      let balance = wallet.opening;
      for (const amount of [500_00n, 333_33n, 10_00n]) {
        const { sms, commission } = books.receive(wallet.key, { amount, payer: "01812345678" });
        balance += amount + commission;
        expect(commission > 0n).toBe(wallet.walletType === "agent");
        expect(balanceIn(sms.text)).toBe(`${balance / 100n}.${String(balance % 100n).padStart(2, "0")}`);
      }
      expect(books.balanceOf(wallet.key)).toBe(balance);
    }
  });

  it("prints an agent's commission at Nagad and none at bKash", () => {
    const books = bank();
    expect(books.receive("ng2", { amount: 2_100_00n, payer: "01812345678" }).sms.text).toContain("Comm: Tk 8.61");
    expect(books.receive("bk2", { amount: 2_100_00n, payer: "01812345678" }).sms.text).toMatch(
      /^Cash Out Tk 2,100\.00 from 01812345678 successful\. Fee Tk 0\.00\. Balance/,
    );
  });

  it("pays customers: amount and cost leave, an agent's commission comes, too little is refused", () => {
    const books = bank();
    for (const wallet of WALLETS) {
      const { amount, cost, commission, sms } = books.send(wallet.key, { amount: 150_00n, to: "01812345678", reference: "R1" });
      const left = wallet.opening - amount - cost + commission;
      expect(books.balanceOf(wallet.key)).toBe(left);
      expect([cost, commission > 0n]).toEqual([wallet.walletType === "personal" ? 5_00n : 0n, wallet.walletType === "agent" && wallet.operator === "nagad"]);
      expect(balanceIn(sms.text)).toBe(`${left / 100n}.${String(left % 100n).padStart(2, "0")}`);
      expect(() => books.send(wallet.key, { amount: left + 1n, to: "01812345678", reference: "R2" })).toThrow("too little");
    }
  });

  it("moves float from one wallet to another under one id", () => {
    const books = bank();
    const out = books.float("bk5", "out", 750_00n, "01700000102");
    const into = books.float("bk2", "in", 750_00n, "01700000105", out.trxId);
    expect(into.trxId).toBe(out.trxId);
    expect([books.balanceOf("bk5"), books.balanceOf("bk2")]).toEqual([450_000_00n - 750_00n, 61_204_33n + 750_00n]);
  });

  it("moves nothing by a forgery, whose balance fits nowhere", () => {
    const books = bank();
    const fake = books.forge("bk1", { amount: 500_00n, payer: "01812345678" }, "balance");
    expect(books.balanceOf("bk1")).toBe(4_820_50n);
    expect(balanceIn(fake.text)).not.toBe("5320.50");
  });
});

describe("transaction ids", () => {
  it("carry the operators' day and never repeat", () => {
    expect([
      bkashDay(atMs),
      bkashDay(atMs + 60_000),
      bkashDay(Date.parse("2022-01-09T10:00:00+06:00")),
      bkashDay(Date.parse("2026-07-31T10:00:00+06:00")),
    ]).toEqual(["DKL", "DKM", "9A9", "DGV"]);
    const ids = new TrxIds(new Random("t"));
    const many = Array.from({ length: 2_000 }, (_one, index) => ids.of(index % 2 === 0 ? "bkash" : "nagad", atMs + index));
    expect(new Set(many).size).toBe(many.length);
    expect(many.filter((_id, index) => index % 2 === 0).every((id) => /^DK[LM][0-9A-Z]{7}$/.test(id))).toBe(true);
    const nagad = many.filter((_id, index) => index % 2 === 1);
    expect(nagad.every((id) => /^7[0-9A-Z]{7}$/.test(id))).toBe(true);
    expect(nagad.toSorted()).toEqual(nagad);
  });

  it("print the operators' clock", () => {
    expect(printedTime(Date.parse("2026-11-21T20:05:00Z"))).toBe("22/11/2026 02:05");
  });
});
