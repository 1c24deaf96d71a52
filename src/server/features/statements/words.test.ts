/** Whatever moves a merchant's or a wallet's balance is called by a word on its statement. */
import { expect, it } from "vitest";
import { JOURNAL_KINDS } from "../../../contract/journals.ts";
import { TRANSFER_ENTRY_KINDS } from "../../../contract/transfers.ts";
import { WITHDRAWAL_ENTRY_KINDS } from "../../../contract/withdrawal.ts";
import { FLOW_KINDS } from "../../../domain/statements/wallet-days.ts";
import { kindWord } from "./words.ts";

it.each([...new Set([...JOURNAL_KINDS, ...TRANSFER_ENTRY_KINDS, ...WITHDRAWAL_ENTRY_KINDS, ...FLOW_KINDS])])("%s has words in both languages", (kind) => {
  expect(kindWord(kind, "zh")).toMatch(/\p{Script=Han}/u);
  expect(kindWord(kind, "en")).toMatch(/^[A-Z]/);
});
