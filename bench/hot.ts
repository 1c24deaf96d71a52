/** `settle` where one merchant takes all, against `settle` spread over 200. */
import { reportRounds, type Round } from "./lib/report.ts";
import { settleRounds } from "./lib/settle.ts";

const spread = await settleRounds(200);
const hot = await settleRounds(1);
const rounds: Round[] = hot.map((round, index) => ({ value: round.value, yardstick: spread[index]?.value ?? 0 }));
reportRounds("hot", "completed orders a second with one merchant", "completed orders a second over 200 merchants", rounds, 0.8, 1);
