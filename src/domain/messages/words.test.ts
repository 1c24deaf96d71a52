/**
 * One word too many, too few or another one: a genuine text in which a word that is no value was inserted, removed or replaced
 * either reads as before or is not matched by itself. Repeatable: `PARSER_SEED` and `PARSER_CASES` run another row of cases.
 */
import { expect, test, vi } from "vitest";
import { effectOf } from "../ledger/message-kinds.ts";
import { parseMessage, type ParsedMessage } from "./index.ts";
import { GENUINE, someValues } from "../../../test/support/messages/genuine.ts";
import { ASKS, BANGLA_ENDINGS, NOT_REAL, NOT_YET, TAKEN_BACK } from "../../../test/support/messages/hostile-phrases.ts";
import { BEHIND_NUMBER, FRONT_LINES } from "../../../test/support/messages/hostile-places.ts";
import { chanceOf, type Chance } from "../../../test/support/messages/random.ts";
import { render, type Variant } from "../../../test/support/messages/render.ts";

// Ends what hangs: a busy machine took ten minutes.
vi.setConfig({ testTimeout: 3_600_000 });

const SEED = Number(process.env.PARSER_SEED ?? 20_261_125);
const CASES = Number(process.env.PARSER_CASES ?? 100_000);

/** Words of all sorts: the hostile ones, the layouts' own, and others that nobody expects. */
const OWN_WORDS = GENUINE.flatMap(({ template }) => template.split(/\s+/)).filter((word) => /^[\p{L}\p{M}'-]+$/u.test(word));
const PHRASES = [...TAKEN_BACK, ...NOT_YET, ...BANGLA_ENDINGS, ...NOT_REAL, ...ASKS, ...FRONT_LINES, ...BEHIND_NUMBER].flatMap((phrase) => phrase.split(/\s+/));
const OTHERS =
  "zebra Window green quickly Table of over under house running Blue maybe tree river Stone seven likely perhaps very much some other thing people mother father school morning evening letter paper because although therefore বই নদী আকাশ সবুজ মানুষ কাজ দিন রাত ghor nodi maachh kitabu nyumba rafiki casa livro verde agora".split(
    " ",
  );
/** A label says which value follows it: where two change places, so do two values, and only the balance can tell. */
const LABEL =
  /^(?:ref|reference|রেফারেন্স|fees?|balance|bal|comm?|commission|charges?|cost|tax|amount|total|ফি|ব্যালেন্স|কমিশন|চার্জ|পরিমাণ|saldo|salio|taxa|ada|makato|incentive)[.:,।]?$/i;
const WORDS = [...new Set([...OWN_WORDS, ...PHRASES, ...OTHERS])].filter((word) => /\p{L}/u.test(word) && !/[\d{}]/.test(word) && !LABEL.test(word));

/** A template with one word inserted, removed or replaced; null where it has no word to remove. */
function changed(chance: Chance, template: string): string | null {
  const parts = template.split(/(\s+)/);
  const wordAt = parts.map((_, at) => at).filter((at) => at % 2 === 0);
  const plain = wordAt.filter((at) => /\p{L}/u.test(parts[at] ?? "") && !/[{}\d]/.test(parts[at] ?? ""));
  const word = chance.pick(WORDS);
  const act = chance.below(3);
  if (act === 0) {
    const at = chance.pick(wordAt);
    return [...parts.slice(0, at), word, " ", ...parts.slice(at)].join("");
  }
  if (plain.length === 0) return null;
  const at = chance.pick(plain);
  return act === 1 ? [...parts.slice(0, at), ...parts.slice(at + 2)].join("") : parts.map((part, place) => (place === at ? word : part)).join("");
}

/** Would be acted on: money that came counts only with its id. */
const acts = (parsed: ParsedMessage): boolean => {
  const effect = effectOf(parsed.kind, parsed.direction);
  return parsed.status === "parsed" && effect !== null && (effect !== "collects" || parsed.trxKey !== null);
};

/** A number as a party; names are values, as a payer's words are. */
const numberOf = (party: string | null): string | null => /\d{9,}/.exec(party ?? "")?.[0] ?? null;

/** What a reading says of money. */
function reading(parsed: ParsedMessage): Record<string, unknown> {
  const { direction, amount, fee, commission, extra, balance, trxKey, operatorTime, counterparty } = parsed;
  return {
    effect: effectOf(parsed.kind, parsed.direction),
    direction,
    amount,
    fee,
    commission,
    extra,
    balance,
    trxKey,
    operatorTime,
    payer: numberOf(counterparty),
  };
}

/** All kinds of party as one, and all that an office pays out, which operators print alike. */
const sameParties = (template: string): string =>
  template
    .replace(/[.,](?= )/g, "")
    .replace(/\{[NPM]\}/g, "{P}")
    .replace(/\b(?:Stipend|Allowance|Disbursement|Grant)\b/gi, "Salary");

test(`a word that is no value never changes what is matched (seed ${SEED}, ${CASES} cases)`, () => {
  const chance = chanceOf(SEED);
  const wrong: string[] = [];
  const genuineTemplates = new Set(GENUINE.map(({ operator, walletType, template }) => `${operator} ${walletType} ${sameParties(template)}`));
  const read = ({ operator, walletType }: Variant, sender: string, text: string): ParsedMessage => parseMessage({ operator, walletType, sender, text });
  for (let at = 0; at < CASES && wrong.length < 20; at += 1) {
    const variant = GENUINE[at % GENUINE.length] as Variant;
    const template = changed(chance, variant.template);
    // Letter for letter another genuine text: a refund without its word is money from a shop.
    if (template === null || genuineTemplates.has(`${variant.operator} ${variant.walletType} ${sameParties(template)}`)) continue;
    const values = someValues(chance);
    const genuine = render(variant, values);
    const { text, sender } = render({ ...variant, template }, values);
    const parsed = read(variant, sender, text);
    if (!acts(parsed)) continue;
    const original = read(variant, genuine.sender, genuine.text);
    if (original.status !== "parsed") continue;
    const [before, after] = [reading(original), reading(parsed)];
    // The word makes it another sentence of the operator's: that is what it says now. It must not say that an order is paid.
    if (parsed.class !== original.class && after.effect !== "collects") continue;
    // Without its TrxID a message proves nothing and pays nothing, whatever it moves (only kinds that collect need one to be read).
    const isLost = (field: string): boolean => field === "trxKey" && after.trxKey === null;
    const differs = Object.keys(before).filter((field) => before[field] !== after[field] && (field !== "payer" || before[field] !== null) && !isLost(field));
    if (differs.length > 0)
      wrong.push(`case ${at}: ${differs.map((field) => `${field} ${String(before[field])} -> ${String(after[field])}`).join(", ")}\n${genuine.text}\n${text}`);
  }
  expect(wrong, `seed ${SEED}`).toEqual([]);
});

test("an agent's wallet gets no customer's payment: words that make its float one are held for a person", () => {
  const text = "You have received Tk 17,970.08 Payment from 01830207451. Fee Tk 63.19. Balance Tk 5,66,509.00. TrxID BHRS4FW2RD at 27/08/2024 10:55";
  const read = (walletType: Variant["walletType"], words: string): ParsedMessage =>
    parseMessage({ operator: "bkash", walletType, sender: "bKash", text: words });
  expect(read("agent", text.replace("Payment ", ""))).toMatchObject({ status: "parsed", kind: "b2b_in" });
  expect(read("agent", text)).toMatchObject({ status: "review", evidence: [{ code: "unusual_for_wallet" }] });
  expect(read("merchant", text)).toMatchObject({ status: "parsed", kind: "payment_received" });
});
