/** Public ids stay what they are from version to version: merchants keep them. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DATABASE_PLACES, idAt, IdMinter, idTime, nodeOf, placesOf, PROCESS_NUMBERS, PublicIds } from "./ids.ts";

const publicIds = new PublicIds(Buffer.alloc(32, 7));
const EPOCH_MS = 1_577_836_800_000;

describe("a public id", () => {
  it.each<[bigint, string]>([
    [0n, "P200101707R3AKC"],
    [1n, "P200101151SGX9Z"],
    [4095n, "P200101S91YGMMS"],
    [4096n, "P200101BG91AAH2"],
    // The last id before midnight in Shanghai and the first one after it.
    [235_929_599_999n, "P20010184B1KGTQ"],
    [235_929_600_000n, "P200102W428PSDQ"],
    [890_123_456_789_012n, "P261120T16T8DDT"],
    [888_832_000_004_095n, "P261116HQ2PM123"],
    [9_007_199_254_740_991n, "P890906QVAJMR66"],
  ])("of %s is %s and reads back", (id, text) => {
    expect(publicIds.encode("payment", id)).toBe(text);
    expect(publicIds.decode("payment", text)).toBe(id);
    expect(publicIds.decode("sms", text)).toBeNull();
  });

  it("reads back whatever the bits are", () => {
    for (let step = 0n; step < 4000n; step += 1n) {
      const id = (step * 2_251_799_813_777n) % 9_007_199_254_740_992n;
      expect(publicIds.decode("sms", publicIds.encode("sms", id))).toBe(id);
    }
  });
});

describe("minted ids", () => {
  it.each([3, 40, 900])("rise when the clock stands still, goes back or is full, and carry their instant and process number (%d)", (node) => {
    let now = EPOCH_MS + 200_000_000_000;
    const minter = new IdMinter(() => now, node);
    const { count } = placesOf(node);
    const ids = minter.take(2 * count + 8);
    now -= 5_000;
    ids.push(...minter.take(3));
    now += 60_000;
    ids.push(minter.next());
    expect(ids.every((id, index) => index === 0 || id > (ids[index - 1] as bigint))).toBe(true);
    expect(ids.every((id) => nodeOf(id) === node)).toBe(true);
    expect([idTime(ids[0] as bigint), idTime(ids[count - 1] as bigint), idTime(ids[count] as bigint)]).toEqual(
      [200_000_000_000, 200_000_000_000, 200_000_000_001].map((ms) => EPOCH_MS + ms),
    );
    expect(idTime(ids.at(-1) as bigint)).toBe(now);
    expect(idAt(now)).toBe(((ids.at(-1) as bigint) >> 12n) << 12n);
  });

  it("go on under another process number, above what was minted under the one before", () => {
    const minter = new IdMinter(() => EPOCH_MS + 5, 3);
    const before = minter.take(70);
    minter.suspend();
    expect(() => minter.next()).toThrow("Not ready yet");
    minter.adopt(1023, before[40] as bigint);
    const after = minter.take(5);
    expect([...before, ...after]).toEqual([...before, ...after].toSorted((left, right) => Number(left - right)));
    expect(after.map(nodeOf)).toEqual(Array(5).fill(1023));
  });
});

describe("places of a millisecond", () => {
  it("belong to one process number each, and none of them to the database's", () => {
    const owners = Array.from({ length: 4096 }, (_unused, place) => nodeOf(BigInt(place)));
    for (let node = 0; node < PROCESS_NUMBERS; node += 1) {
      const { first, count } = placesOf(node);
      expect(owners.slice(first, first + count)).toEqual(Array(count).fill(node));
      expect(first + count).toBeLessThanOrEqual(DATABASE_PLACES);
    }
    expect(new Set(owners.filter((owner) => owner !== null)).size).toBe(PROCESS_NUMBERS);
    expect(owners.slice(DATABASE_PLACES).every((owner) => owner === null)).toBe(true);
    for (const none of [-1, PROCESS_NUMBERS]) expect(() => placesOf(none)).toThrow("no such process number");
  });

  it("are enough: the first 32 processes mint 60,000 ids a second and do not run ahead of the clock", () => {
    for (const node of [0, 31]) {
      let now = EPOCH_MS;
      const minter = new IdMinter(() => now, node);
      let ahead = 0;
      for (let ms = 0; ms < 1000; ms += 1) {
        now += 1;
        ahead = Math.max(ahead, idTime(minter.take(60).at(-1) as bigint) - now);
      }
      expect(ahead).toBe(0);
    }
  });

  it("and those that the database gives never meet, whatever is minted by whom and when", () => {
    const step = fc.record({ node: fc.nat({ max: 5 }), take: fc.integer({ min: 1, max: 90 }), wait: fc.nat({ max: 3 }) });
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat({ max: PROCESS_NUMBERS - 1 }), { minLength: 6, maxLength: 6 }), fc.array(step, { maxLength: 30 }), (nodes, steps) => {
        let now = EPOCH_MS + 1_000;
        const minters = nodes.map((node) => new IdMinter(() => now, node));
        const ids = steps.flatMap(({ node, take, wait }) => {
          now += wait;
          return minters[node]?.take(take) ?? [];
        });
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids.every((id) => nodeOf(id) !== null && id < 2n ** 53n)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});
