/** What a person types into a search. Codes are told from every keyboard; words stand as they are. */
import { foldDigits } from "../../../domain/messages/normalise.ts";
import type { Search } from "./spec.ts";

/**
 * A code (an id, a number of an order, a TrxID, a phone number, a sum) in plain signs: half width, digits of any script as ASCII ones,
 * without the marks that chats and address books put around it.
 */
export const asCode = (typed: string): string => foldDigits(typed).normalize("NFKC").trim();

/** The same search, of {@link asCode}. */
export const ofCode =
  (search: Search): Search =>
  (typed, tools) =>
    search(asCode(typed), tools);
