/** One word for each thing (docs/glossary.md): words that were given up do not come back. What the contract fixes is not among them. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const CHECKOUT = join(import.meta.dirname, "../..");
const FOLDERS = ["src", "db", "test", "simulator", "bench", "scripts", "docs"];
/** Who may say them: this list, and the tests that hold texts to the new ones. */
const MAY = ["src/server/words.test.ts", "src/web/i18n/messages.test.ts"];

/** The word that was given up, and what is said instead. */
const GIVEN_UP: readonly (readonly [old: RegExp, now: string])[] = [
  [/\bsettler|\bbooker\b|settle_(?:read|write)|SettleBatch|SettleWrites|settleByHand/i, "posting; match and post"],
  [/PaymentIntake|IntakeBatch|IntakeRows|intake_(?:read|write|at_once)/, "acceptance"],
  [/proof of the books|proveBooks/i, "ledger integrity check"],
  [/second person|SecondPerson\b/, "maker-checker; requireApproval"],
  [/exception desk/i, "exception queue"],
  [/\bwayOut\b|WayOut\b/, "payout rail"],
  [/end not known/i, "outcome unknown"],
  [/FIGURES_MOVED/, "UNVERSIONED_CHANGE"],
  [/\bDoer\b/, "EventActor"],
  [/party_?epoch/i, "reference data version"],
  [/account_fold/, "roll_up_account"],
  [/\bunasked\b/, "not_evaluated"],
  [/wallet_chain|wallet_gaps|ChainKeeper|noteGap/, "continuity, discrepancy"],
  [/told_at\b/, "alerted_at"],
  [/\bleftovers\b/, "drain-body; what is left"],
  [/\berrands?\b/i, "back-office task"],
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
    return GIVEN_UP.flatMap(([old, now]) => {
      const [word] = old.exec(text) ?? [];
      return word === undefined ? [] : [`${path}: "${word}" is now ${now}`];
    });
  });
  expect(found).toEqual([]);
});
