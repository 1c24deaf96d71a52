/**
 * L8, clients that never end what they begin (200 heads, 200 bodies, 1,000 connections that ask nothing), then bodies of 10 MB, plain and packed,
 * one after the other: those who work meanwhile are served less than twice as slowly.
 */
import { connect, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { percentile } from "../lib/report.ts";
import { Result, sized } from "./result.ts";
import { proven, startWorld } from "./world.ts";

const SECONDS = sized(15, 60);
const OTHERS_A_SECOND = 40;
const HANGING = [
  [200, "POST /v1/payments HTTP/1.1\r\nHost: x\r\nX-Slow: "],
  [200, 'POST /v1/payments HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"merchant_order_id":"'],
  [1_000, ""],
] as const;
const MB = 1_048_576;

const result = new Result("L8");
const world = await startWorld({ merchants: 50, wallets: 60 });
const open: Socket[] = [];
try {
  let turn = 0;
  /** Half of the others are staff who look, half are merchants. */
  const other = () => ((turn += 1) % 2 === 0 ? world.read() : world.order());
  const others = async (what: string) => {
    const { told } = await world.load.run(OTHERS_A_SECOND, SECONDS, other);
    for (const [kind, of] of told) result.told(`${kind} ${what}`, of);
    const all = [...told.values()];
    const sum = (count: (of: (typeof all)[number]) => number): number => all.reduce((so, of) => so + count(of), 0);
    return { times: all.flatMap(({ times }) => times), faults: sum((of) => of.faults), missed: sum((of) => of.missed) };
  };
  await others("to begin with");
  const before = await others("alone");

  for (const [count, says] of HANGING)
    for (let made = 0; made < count; made += 1) {
      const socket = connect(world.product.port, "127.0.0.1");
      open.push(socket);
      // One that the server ends is what it may do.
      socket.on("error", () => undefined);
      await new Promise((done, fail) => socket.once("connect", done).once("error", fail));
      if (says !== "") socket.write(says);
    }
  result.calls += open.length;
  const slow = await others(`beside ${open.length} clients that never end`);
  for (const socket of open) socket.destroy();

  const large = new Uint8Array(Buffer.alloc(10 * MB, "7"));
  const packed = new Uint8Array(gzipSync(Buffer.alloc(50 * MB, "7")));
  let isOver = false;
  const bodies = (async () => {
    for (let sent = 0; !isOver; sent += 1) {
      const [body, headers] = sent % 2 === 0 ? [large, {}] : [packed, { "content-encoding": "gzip" }];
      const answer = await fetch(`http://127.0.0.1:${world.product.port}/v1/payments`, {
        method: "POST",
        body,
        headers: { "content-type": "application/json", ...headers },
      }).catch(() => null);
      // The server may end a connection over which it will not read the rest.
      if (answer !== null && ![400, 401, 413, 415].includes(answer.status)) return `a body was answered ${answer.status}`;
      result.calls += 1;
    }
    return null;
  })();
  const filled = await others("beside bodies of 10 MB");
  isOver = true;
  const wrong = await bodies;
  const after = await others("alone again");

  result.must("every body is refused", wrong === null);
  result.must(
    "no call of others fails",
    [before, slow, filled, after].every(({ faults }) => faults === 0),
  );
  result.quiet("none of them is sent away", slow.missed + filled.missed === 0);
  // A machine that others use is slower in one stretch than in the next: the slower of the two quiet ones is the yardstick.
  const quiet = (share: number): number => Math.max(percentile(before.times, share), percentile(after.times, share));
  for (const [what, stretch] of [
    ["clients that never end", slow],
    ["bodies of 10 MB", filled],
  ] as const) {
    result.ratio(`others in the middle, beside ${what} to alone`, percentile(stretch.times, 0.5) / quiet(0.5), 2);
    result.ratio(`others at p99, beside ${what} to alone`, percentile(stretch.times, 0.99) / quiet(0.99), 2);
  }
  await proven(world, result);
} finally {
  for (const socket of open) socket.destroy();
  await world.stop();
}
result.end();
