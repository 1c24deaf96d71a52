/** Public ids stay what they are from version to version: merchants keep them. */
import { describe, expect, it } from "vitest";
import { idAt, IdMinter, idTime, PublicIds } from "./ids.ts";

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
  it("rise when the clock stands still, goes back or is full, and carry their instant and node", () => {
    let now = EPOCH_MS + 200_000_000_000;
    const minter = new IdMinter(() => now, 3);
    const ids = minter.take(520);
    now -= 5_000;
    ids.push(...minter.take(3));
    now += 60_000;
    ids.push(minter.next());
    expect(ids.every((id, index) => index === 0 || id > (ids[index - 1] as bigint))).toBe(true);
    expect(ids.every((id) => (id >> 9n) % 8n === 3n)).toBe(true);
    // The other half of a node's places is the database's (`entry_ids_again`).
    expect(ids.every((id) => id % 512n < 256n)).toBe(true);
    expect([idTime(ids[0] as bigint), idTime(ids[255] as bigint), idTime(ids[256] as bigint)]).toEqual(
      [200_000_000_000, 200_000_000_000, 200_000_000_001].map((ms) => EPOCH_MS + ms),
    );
    expect(idTime(ids.at(-1) as bigint)).toBe(now);
    expect(idAt(now)).toBe(((ids.at(-1) as bigint) >> 12n) << 12n);
  });
});
