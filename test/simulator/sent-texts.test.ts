/** The texts of money that leaves a wallet are what the product's own rules read. */
import { describe, expect, it } from "vitest";
import { floatReceivedText, floatSentText, sentText, type Moved, type Sent } from "../../simulator/sent-texts.ts";
import { Random } from "../../simulator/random.ts";
import { SENDER, type DemoOperator } from "../../simulator/texts.ts";
import { TrxIds } from "../../simulator/trx.ts";
import { WALLET_TYPES } from "../../src/contract/operators.ts";
import { parseMessage } from "../../src/domain/messages/index.ts";
import { effectOf } from "../../src/domain/ledger/message-kinds.ts";

const OPERATORS: readonly DemoOperator[] = ["bkash", "nagad"];
const atMs = Date.parse("2026-11-21T09:30:00+06:00");
const ids = new TrxIds(new Random("sent"));

for (const operator of OPERATORS) {
  describe(operator, () => {
    for (const walletType of WALLET_TYPES) {
      it(`a payout from a ${walletType} wallet`, () => {
        const sent: Sent = {
          operator,
          walletType,
          amount: 1_250_40n,
          fee: walletType === "personal" ? 500n : 0n,
          balance: 61_204_33n,
          commission: operator === "nagad" && walletType === "agent" ? 513n : null,
          to: "01812345678",
          reference: "D7Q2ABCD",
          trxId: ids.of(operator, atMs),
          atMs,
        };
        const found = parseMessage({ operator, walletType, sender: SENDER[operator], text: sentText(sent) });
        expect(found.status, sentText(sent)).toBe("parsed");
        expect(effectOf(found.kind, found.direction)).toMatch(/^(pays|spends)$/);
        expect(found).toMatchObject({ direction: "debit", amount: sent.amount, balance: sent.balance, trxId: sent.trxId });
        expect(found.fee ?? 0n).toBe(sent.fee);
        expect(found.commission ?? null).toBe(sent.commission);
        if (!(operator === "nagad" && walletType === "merchant")) expect(found.counterparty).toBe(sent.to);
      });
    }

    it("float between agents", () => {
      const moved: Moved = { operator, amount: 3_000_00n, balance: 16_202_72n, party: "01704405931", trxId: ids.of(operator, atMs), atMs };
      const read = (text: string) => parseMessage({ operator, walletType: "agent", sender: SENDER[operator], text });
      const facts = { status: "parsed", amount: moved.amount, balance: moved.balance, trxId: moved.trxId, counterparty: moved.party };
      expect(read(floatSentText(moved)), floatSentText(moved)).toMatchObject({ ...facts, kind: "b2b_out", direction: "debit" });
      expect(read(floatReceivedText(moved)), floatReceivedText(moved)).toMatchObject({ ...facts, kind: "b2b_in", direction: "credit" });
    });
  });
}
