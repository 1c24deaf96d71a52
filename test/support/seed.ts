/**
 * One seed for all properties of a run: `TEST_SEED`, which npm test draws and prints, or a new one. A failed property
 * names the seed and the path to its counterexample; the same seed leads there again.
 */
import fc from "fast-check";

const given = process.env.TEST_SEED ?? "";
if (given !== "" && !/^-?\d{1,10}$/.test(given)) throw new Error(`TEST_SEED is no whole number: ${given}`);
const seed = given === "" ? Math.trunc(Math.random() * 2 ** 31) : Number(given);
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
