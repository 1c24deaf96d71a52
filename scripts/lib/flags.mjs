// The flags of a script's command line. A wrong one ends it with a sentence and how it is used; --help says how.
import { parseArgs } from "node:util";
import { fail } from "./common.mjs";

/**
 * Reads them.
 * @param {string} usage how the script is used, one line for each way
 * @param {NonNullable<import("node:util").ParseArgsConfig["options"]>} options as `parseArgs` takes them
 * @param {{ positionals?: readonly string[], args?: string[] }} [more] words that may stand alone
 * @returns values and positionals; the script is ended where they are none, or where help was asked for
 */
export function readFlags(usage, options, { positionals: words = [], args = process.argv.slice(2) } = {}) {
  let read;
  try {
    read = parseArgs({ args, allowPositionals: true, options: { ...options, help: { type: "boolean", short: "h", default: false } } });
  } catch (error) {
    return fail(`${error.message.split(". ")[0].replace(/\.$/, "")}.\n${usage}`);
  }
  if (read.values.help) {
    console.log(usage);
    process.exit(0);
  }
  const strange = read.positionals.find((word) => !words.includes(word));
  if (strange !== undefined) return fail(`"${strange}" means nothing here.\n${usage}`);
  return read;
}
