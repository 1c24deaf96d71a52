/** A small list for tests of what every list does: payments with an id and an amount, and somebody who may see them. */
import type { ReactElement } from "react";
import type { Profile } from "../../contract/session.schema.ts";
import { loadPreferences } from "../prefs.ts";
import { takeProfile } from "../session.tsx";

export interface PlainRow {
  readonly id: string;
  readonly amount: string;
}

/** Opens its row. @param onDraw told of each row that is drawn */
export const idColumn = (onDraw: (id: string) => void = () => undefined) => ({
  id: "id",
  header: "words.field.order_number",
  width: 132,
  render({ id }: PlainRow): ReactElement {
    onDraw(id);
    return (
      <a data-link="" href={`#${id}`}>
        {id}
      </a>
    );
  },
});
/** Added up under the rows. */
export const amountColumn = {
  id: "amount",
  header: "words.field.amount",
  width: 120,
  align: "right",
  sum: "amount",
  render: ({ amount }: PlainRow): ReactElement => <span data-amount="">{amount}</span>,
};

/** What a list's description has besides; a test spreads it and says what it wants otherwise. */
export const PLAIN = {
  name: "payments",
  title: "frame.screen.payments",
  endpoint: "GET /api/payments",
  columns: [idColumn(), amountColumn],
  filters: [],
  searchHint: "payments.searchHint",
  empty: "payments.empty",
  card: { amount: "amount", lines: [] },
  amountOf: ({ amount }: PlainRow): string => amount,
  drawer: { body: async () => ({ default: () => null }) },
  live: "payments",
};

/** An operator who may see payments looks, with preferences as they are kept. */
export async function operatorLooks(): Promise<void> {
  const profile = { token: "t", id: "U1", account: "lee", user_type: "operator", on_totp: false, permissions: ["payments.see"], currency: "BDT" };
  takeProfile(profile as unknown as Profile); // what a list reads of a profile
  await loadPreferences();
}
