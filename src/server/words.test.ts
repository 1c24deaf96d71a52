/**
 * One word for each thing (docs/glossary.md): words that were given up do not come back. What the contract fixes is not among them: `gap` of a
 * wallet, `chain` of a message, `operators` of an order, `intake` in addresses, permissions and codes (docs/decisions/0090-words-that-stay.md).
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const CHECKOUT = join(import.meta.dirname, "../..");
const FOLDERS = ["src", "db", "test", "simulator", "bench", "scripts", "docs"];
/** Who may say them: this list, and the tests that hold texts to the new ones. */
const MAY = ["src/server/words.test.ts", "src/web/i18n/messages.test.ts"];

/** What operators and payers write is quoted in these as it is: a payee may be a shop. */
const QUOTED = /^(?:src\/domain\/messages\/|test\/support\/messages\/|docs\/rules\.md)/;

/** The word that was given up, and what is said instead; where it may stand all the same. */
const GIVEN_UP: readonly (readonly [old: RegExp, now: string, but?: RegExp])[] = [
  [/\bsettler|\bbooker\b|settle_(?:read|write)|SettleBatch|SettleWrites|settleByHand/i, "posting; match and post"],
  [/PaymentIntake|IntakeBatch|IntakeRows|intake_(?:read|write|at_once)/, "acceptance"],
  [/proof of the books|proveBooks/i, "ledger integrity check"],
  [/second person|SecondPerson\b/, "maker-checker; requireApproval"],
  [/exception desk/i, "exception queue"],
  [/\bwayOut\b|WayOut\b|no_way_out|\bways? out of (?:a|the) wallet/, "payout rail"],
  [/switch(?:es)? (?:is |are |was |were )?thrown|thrown switch/i, "engaged, released"],
  [/end not known/i, "outcome unknown"],
  [/FIGURES_MOVED/, "UNVERSIONED_CHANGE"],
  [/\bDoer\b/, "EventActor"],
  [/\b(?:type|interface|class) Said\b/, "AttemptReport; a name that says of what"],
  [/\b(?:class|new|type|interface) Trust\b|TrustBackoff/, "FastPathBackoff"],
  [/\b(?:class|new|type|interface) Ahead\b/, "Prerouter"],
  [/party_?epoch/i, "reference data version"],
  [/account_fold/, "roll_up_account"],
  [/\bunasked\b/, "not_evaluated"],
  [/wallet_chain|wallet_gaps|ChainKeeper|noteGap|\bbalance chains?\b|\bgap\b(?=[^\n]*'reversal')/i, "continuity, discrepancy"],
  [/\bcauses\.ts|\btells?\.ts|AlertTeller|ExceptionCause\b/, "detector, alert sender"],
  [/told_at\b/, "alerted_at"],
  [/\bleftovers\b/, "drain-body; what is left"],
  [/\berrands?\b/i, "back-office task"],
  [/\bturning words\b|\bturnings?\b(?= of a (?:text|message))/i, "negation phrases"],
  [/\bworn\b/i, "malformed messages"],
  [/\bdoubts\b/, "ambiguous outcomes; what is doubtful"],
  [/\bfates?\b|\bFATES?\b|[a-z]Fates?\b|\bfate[A-Z]/, "expected outcome"],
  [/\b(?:const|let|type|interface|class|function) [sS]hops?\b|\b[sS]hops?[A-Z]\w|(?:(?<!:)\/\/|\/\*\*?|^ \*|^--)[^"'`\n]*\bshops?\b/m, "merchant", QUOTED],
  [/上海时间|\(Shanghai time|China Standard Time/, "北京时间, Beijing time: people are told one name of the zone"],
];

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(join(CHECKOUT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:tsx?|mjs|sql|md|css)$/.test(entry.name) && !entry.parentPath.includes("node_modules"))
    .map((entry) => join(entry.parentPath, entry.name).slice(CHECKOUT.length + 1)),
).filter((path) => !MAY.includes(path));

it("nothing uses a word that was given up", () => {
  expect(sources.length).toBeGreaterThan(1000);
  const found = sources.flatMap((path) => {
    const text = readFileSync(join(CHECKOUT, path), "utf8");
    return GIVEN_UP.flatMap(([old, now, but]) => {
      const [word] = but?.test(path) === true ? [] : (old.exec(text) ?? []);
      return word === undefined ? [] : [`${path}: "${word}" is now ${now}`];
    });
  });
  expect(found).toEqual([]);
});
