/** The operators' statements: the product must read back what the simulator wrote. */
import { describe, expect, it } from "vitest";
import { readStatement } from "../../src/domain/statements/file.ts";
import { statementCsv, Statements, type StatementLine } from "../../simulator/statement.ts";

const atMs = Date.UTC(2026, 10, 21, 4, 15, 30);
const line = (more: Partial<StatementLine>): StatementLine => ({
  atMs,
  trxId: "DKL1AAAAAA",
  direction: "credit",
  amount: 1_250_00n,
  fee: 0n,
  balance: 9_000_50n,
  party: "01811000000",
  ...more,
});

describe("statement", () => {
  it("is read back line by line, both ways", () => {
    const text = statementCsv([line({}), line({ trxId: "DKL1BBBBBB", direction: "debit", amount: 300_00n, fee: 5_00n, balance: 8_695_50n })]);
    const file = readStatement(text, { columns: {}, offsetMinutes: 360, nowMs: atMs });
    expect([file.missing, file.faults]).toEqual([[], []]);
    expect(file.lines).toMatchObject([
      { trxId: "DKL1AAAAAA", atMs, direction: "credit", amountMinor: 1_250_00n, feeMinor: 0n, balanceMinor: 9_000_50n, counterparty: "01811000000" },
      { trxId: "DKL1BBBBBB", atMs, direction: "debit", amountMinor: 300_00n, feeMinor: 5_00n, balanceMinor: 8_695_50n },
    ]);
  });

  it("keeps wallets apart and forgets the oldest of very many", () => {
    const statements = new Statements();
    for (let index = 0; index <= 20_000; index += 1) statements.add("bk1", line({ trxId: `T${index}` }));
    expect([statements.of("bk1").length, statements.of("bk1")[0]?.trxId, statements.of("ng1")]).toEqual([20_000, "T1", []]);
  });
});
