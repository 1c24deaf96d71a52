/** Renewing the key that signs all notifications: by an admin who has just proved himself, once for each key, with the old one going on. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { person } from "../support/attack.ts";
import { TestProduct } from "../support/app.ts";
import { KEY_OVERLAP_MS, signingKeys } from "../../src/server/core/outbox/keys.ts";

interface Keys {
  readonly keys: readonly { readonly id: string; readonly from: string; readonly until: string | null }[];
}
let product: TestProduct;
beforeAll(async () => {
  product = await TestProduct.start({ ROLE: "api" });
});
afterAll(() => product.stop());

const keys = async (): Promise<Keys["keys"]> => (await product.good<Keys>("GET", "/api/webhook-keys")).keys;
const renew = (current: string | undefined, token = product.admin) => product.call("POST", "/api/webhook-keys/renew", token, { current });

describe("the key of notifications", () => {
  it("is renewed once; the old one goes on signing, and the trail says who did it", async () => {
    const [first, ...others] = await keys();
    expect([others, first?.until]).toEqual([[], null]);
    const before = Date.now();
    expect((await renew(first?.id)).status).toBe(200);
    const [second, old, ...more] = await keys();
    expect([more, second?.until, old?.id]).toEqual([[], null, first?.id]);
    const left = Date.parse(old?.until ?? "") - KEY_OVERLAP_MS - before;
    expect(left).toBeGreaterThanOrEqual(0);
    expect(left).toBeLessThan(60_000);
    expect(await signingKeys(product.product.app)).toHaveLength(2);
    const rows = await product.product.app.db.rows<{ actor_type: string; before: unknown; after: unknown }>(
      "select actor_type, before, after from audit where action = 'config.webhook-key'",
    );
    expect(rows).toEqual([
      { actor_type: "user", before: { key_ends_with: first?.id.slice(-4) }, after: { key_ends_with: second?.id.slice(-4), previous_until: old?.until } },
    ]);
  });

  it("is not renewed on the word of who saw another one, nor by two at once", async () => {
    const [now, old] = await keys();
    expect((await renew(old?.id)).error?.code).toBe("conflict");
    const both = await Promise.all([renew(now?.id), renew(now?.id)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await keys()).toHaveLength(3);
  });

  it("is seen by finance, and renewed by an admin alone, after a recent re-authentication", async () => {
    const [now] = await keys();
    const finance = await person(product, "finance");
    expect((await product.call("GET", "/api/webhook-keys", finance.token)).status).toBe(200);
    expect((await renew(now?.id, finance.token)).status).toBe(403);
    const admin = await person(product, "admin");
    await product.product.app.db.run("update sessions set rechecked_at = null where id = $1", [
      product.product.app.publicIds.decode("session", admin.sessionId),
    ]);
    expect((await renew(now?.id, admin.token)).error?.code).toBe("recheck_required");
    expect((await renew("whk_x")).status).toBe(422);
    expect((await keys())[0]).toEqual(now);
  });
});
