/** The simulator's texts are what the product's own rules read: every operator, wallet type and style. */
import { expect, it } from "vitest";
import { WALLET_TYPES } from "../../src/contract/operators.ts";
import { parseMessage } from "../../src/domain/messages/index.ts";
import { effectOf } from "../../src/domain/ledger/message-kinds.ts";
import { FORGERIES, forgedText, messageText, NOISE, SENDER, showsReference, STYLES, type DemoOperator, type Printed } from "../../simulator/texts.ts";
import { TrxIds } from "../../simulator/trx.ts";
import { Random } from "../../simulator/random.ts";

const OPERATORS: readonly DemoOperator[] = ["bkash", "nagad"];
const atMs = Date.parse("2026-11-21T09:30:00+06:00");
const ids = new TrxIds(new Random("texts"));
const printed = (operator: DemoOperator, walletType: Printed["walletType"], more: Partial<Printed> = {}): Printed => ({
  operator,
  walletType,
  amount: 1_250_40n,
  balance: 61_204_33n,
  commission: operator === "nagad" && walletType === "agent" ? 513n : null,
  payer: "01812345678",
  reference: null,
  trxId: ids.of(operator, atMs),
  atMs,
  ...more,
});
const read = (p: Printed, sender: string, text: string) => parseMessage({ operator: p.operator, walletType: p.walletType, sender, text });

for (const forgery of ["sender", "layout"] as const) {
  it(`is not believed when forged by its ${forgery}`, () => {
    for (const operator of OPERATORS) {
      for (const walletType of WALLET_TYPES) {
        const p = printed(operator, walletType);
        const { sender, text } = forgedText(p, forgery);
        expect([operator, walletType, read(p, sender, text).status], text).toEqual([operator, walletType, "suspicious"]);
      }
    }
  });
}

it("is read as genuine when only the balance is forged: the balance continuity has to tell", () => {
  for (const operator of OPERATORS) {
    const p = printed(operator, "personal");
    const { sender, text } = forgedText(p, "balance");
    expect(read(p, sender, text).status).toBe("parsed");
  }
  expect(FORGERIES).toHaveLength(3);
});

for (const operator of OPERATORS) {
  for (const walletType of WALLET_TYPES) {
    for (const style of STYLES) {
      for (const reference of [null, "P261121XY12AB34", "S7-0-12", "office rent"]) {
        it(`${operator} ${walletType} ${style} with ${reference ?? "no reference"}`, () => {
          const p = printed(operator, walletType, { reference: showsReference(walletType) ? reference : null });
          const found = read(p, SENDER[operator], messageText(p, style));
          expect(found.status, messageText(p, style)).toBe("parsed");
          expect(effectOf(found.kind, found.direction)).toBe("collects");
          expect(found).toMatchObject({
            direction: "credit",
            amount: p.amount,
            balance: p.balance,
            commission: p.commission,
            trxId: p.trxId,
            counterparty: p.payer,
            operatorTime: "2026-11-21T09:30:00+06:00",
          });
          if (p.reference !== null) expect(found.reference).toBe(p.reference);
          expect(found.evidence.map((item) => item.code).filter((code) => code !== "layout_unusual")).toEqual([]);
        });
      }
    }
  }
}

it("moves nothing by codes, notices and promotion", () => {
  for (const operator of OPERATORS) {
    for (const text of NOISE[operator]) {
      const found = parseMessage({ operator, walletType: "personal", sender: SENDER[operator], text: text.replace("{code}", "048213") });
      expect([effectOf(found.kind, found.direction), found.kind === "unknown"], text).toEqual([null, false]);
    }
  }
});
