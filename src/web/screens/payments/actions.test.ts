/** Which act of an order leads the eye. */
import { expect, it } from "vitest";
import type { PaymentRow } from "../../../contract/payments.schema.ts";
import { paymentActions } from "./actions.ts";

const isDoubted = (amount: string, message_amount: string | null): boolean | undefined =>
  paymentActions.find(({ id }) => id === "approve")?.doubted?.({ amount, message_amount } as PaymentRow); // no other field is read

it("approving is in doubt where another amount came, or nothing that came is known", () => {
  expect(isDoubted("1170.33", "1170.33")).toBe(false);
  expect(isDoubted("1170.33", "1188.33")).toBe(true);
  expect(isDoubted("1170.33", null)).toBe(true);
});
