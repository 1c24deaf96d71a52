/** Writes the table "Last figures" of bench/README.md from the result files; every run does so at its end, too. */
import { writeReadme } from "./lib/readme.ts";

writeReadme();
console.log("bench/README.md is written");
