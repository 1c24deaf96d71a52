/** Rows of the plan's load, by name: `npm run bench -- load L3`; the trust suite runs them as `npm run trust -- --row L3`. ATTACK=full: the plan's sizes. */
import { argv } from "node:process";

const ROWS = ["L1", "L2", "L3", "L4", "L5", "L6", "L7", "L8"];
const [row = ""] = argv.slice(2);
if (!ROWS.includes(row)) throw new Error(`Say which row: ${ROWS.join(", ")}`);
await import(`./load/${row.toLowerCase()}.ts`);
