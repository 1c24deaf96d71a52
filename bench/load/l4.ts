/**
 * L4, a flood of wrong passwords, 50 a second from 400 addresses over 200 accounts, so that limits of one address or account let
 * many of them come to be hashed: those who work meanwhile are served less than twice as slowly.
 */
import { post } from "../lib/http.ts";
import { percentile } from "../lib/report.ts";
import { Result, sized } from "./result.ts";
import { proven, startWorld } from "./world.ts";

const SECONDS = sized(20, 120);
const WRONG_A_SECOND = 50;
const OTHERS_A_SECOND = 40;
const ACCOUNTS = 200;
const ADDRESSES = 400;

/** Wrong, and nothing else; or told to come later, which is counted as sent away. */
const REFUSALS = new Set(["answered 401", "answered 422"]);

const result = new Result("L4");
const world = await startWorld({ merchants: 50, wallets: 60, env: { TRUST_PROXY: "127.0.0.1" } });
try {
  let turn = 0;
  /** Half of the others are staff who look, half are merchants. */
  const other = () => ((turn += 1) % 2 === 0 ? world.read() : world.order());
  const others = async () => {
    const { told } = await world.load.run(OTHERS_A_SECOND, SECONDS, other);
    for (const [kind, of] of told) result.told(kind, of);
    const all = [...told.values()];
    return { times: all.flatMap(({ times }) => times), faults: all.reduce((sum, of) => sum + of.faults + of.shed + of.unsent, 0) };
  };
  await others();
  result.say("the same without the flood, then within it, then without it again:");
  const before = await others();
  let guess = 0;
  const flood = world.load.run(WRONG_A_SECOND, SECONDS, () => {
    guess += 1;
    const account = guess % 10 === 0 ? "admin" : `nobody-${guess % ACCOUNTS}`;
    const from = `x-forwarded-for: 203.0.${113 + (guess % 2)}.${guess % (ADDRESSES / 2)}\r\n`;
    const request = post("/api/signin", "", { account, password: `wrong ${guess}` }).replace("content-type", `${from}content-type`);
    return { kind: "wrong password", request };
  });
  const during = await others();
  const wrong = (await flood).told.get("wrong password");
  const after = await others();
  if (!wrong) throw new Error("nothing was guessed");
  result.told("guesses", wrong);
  const refused = [...wrong.wrong].reduce((sum, [what, count]) => sum + (REFUSALS.has(what) ? count : 0), wrong.shed);
  result.must("nobody comes in by a wrong password, and every guess is answered", wrong.times.length === 0 && refused === WRONG_A_SECOND * SECONDS);
  result.must("all others are served", before.faults + during.faults + after.faults === 0);
  // A machine that others use is slower in one stretch than in the next: the slower of the two quiet ones is the yardstick.
  const quiet = (share: number): number => Math.max(percentile(before.times, share), percentile(after.times, share));
  result.ratio("others in the middle, within the flood to without it", percentile(during.times, 0.5) / quiet(0.5), 2);
  result.ratio("others at p99, within the flood to without it", percentile(during.times, 0.99) / quiet(0.99), 2);
  await proven(world, result);
} finally {
  await world.stop();
}
result.end();
