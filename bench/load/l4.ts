/**
 * L4, a flood of wrong passwords, 50 a second from 400 addresses over 200 accounts, so that limits of one address or account let
 * many of them come to be hashed: those who work meanwhile are served less than twice as slowly, and whoever is known signs in and proves
 * himself as before.
 */
import { post } from "../lib/http.ts";
import { percentile } from "../lib/report.ts";
import { signIn } from "../lib/product.ts";
import { Result, sized } from "./result.ts";
import { proven, startWorld } from "./world.ts";

const SECONDS = sized(20, 120);
const WRONG_A_SECOND = 50;
const OTHERS_A_SECOND = 40;
const ACCOUNTS = 200;
const ADDRESSES = 400;

/** Of so many guesses at least the password has to be looked at: a flood that other limits end shows nothing. */
const LEAST_COMPARED = 10;
/** A known sign-in within the flood may take so many times what it takes without it. */
const SIGN_IN_RATIO = 5;
const KNOWN_EVERY_MS = 1_000;

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
    return { times: all.flatMap(({ times }) => times), faults: all.reduce((sum, of) => sum + of.missed, 0) };
  };
  /** One who has signed in from here before does so again, and proves who he is for an act on money, every second. */
  const known = async (): Promise<number[]> => {
    const times: number[] = [];
    for (const until = performance.now() + SECONDS * 1000; performance.now() < until; ) {
      const began = performance.now();
      await signIn(world.product);
      await world.ask("POST", "/api/user/check", { password: world.product.adminPassword });
      times.push(performance.now() - began);
      await new Promise((done) => setTimeout(done, Math.max(0, KNOWN_EVERY_MS - (performance.now() - began))));
    }
    return times;
  };
  await others();
  result.say("the same without the flood, then within it, then without it again:");
  const [before, calm] = await Promise.all([others(), known()]);
  let [guess, compared] = [0, 0];
  const flood = world.load.run(WRONG_A_SECOND, SECONDS, () => {
    guess += 1;
    const account = guess % 10 === 0 ? "admin" : `nobody-${guess % ACCOUNTS}`;
    const from = `x-forwarded-for: 203.0.${113 + (guess % 2)}.${guess % (ADDRESSES / 2)}\r\n`;
    const request = post("/api/signin", "", { account, password: `wrong ${guess}` }).replace("content-type", `${from}content-type`);
    return { kind: "wrong password", request, told: (_status, body) => void (body.includes('"invalid_credentials"') && (compared += 1)) };
  });
  const [during, signedIn] = await Promise.all([others(), known()]);
  const wrong = (await flood).told.get("wrong password");
  const [after] = await Promise.all([others(), known()]);
  if (!wrong) throw new Error("nothing was guessed");
  result.told("guesses", wrong);
  const refused = [...wrong.wrong].reduce((sum, [what, count]) => sum + (REFUSALS.has(what) ? count : 0), wrong.shed);
  result.must("nobody comes in by a wrong password, and every guess is answered", wrong.times.length === 0 && refused === WRONG_A_SECOND * SECONDS);
  result.must(`${compared} of the guesses were compared, at least ${LEAST_COMPARED}`, compared >= LEAST_COMPARED);
  result.must(`${signedIn.length} times somebody known signed in and proved himself meanwhile`, signedIn.length > 0);
  result.ratio(
    `that in the middle, within the flood to without it (${percentile(calm, 0.5).toFixed(0)} ms)`,
    percentile(signedIn, 0.5) / percentile(calm, 0.5),
    SIGN_IN_RATIO,
  );
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
