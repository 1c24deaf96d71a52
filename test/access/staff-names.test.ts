/** A merchant's people are told what was done, and by name only who is one of them: in requests for approval too. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ApprovalRow } from "../../src/contract/approvals.schema.ts";
import type { TestProduct } from "../support/app.ts";
import { person, startTarget, type Person } from "../support/attack.ts";

let product: TestProduct;
beforeAll(async () => {
  product = await startTarget({ ROLE: "api" });
});
afterAll(() => product.stop());

/** A new webhook secret that the maker asks for and the checker sets free. */
async function approved(merchantId: string, maker: Person, checker: Person): Promise<string> {
  const { version } = await product.good<{ version: number }>("GET", `/api/merchants/${merchantId}`);
  const { approval } = await product.good<{ approval: ApprovalRow }>("POST", `/api/merchants/${merchantId}/webhook-secret`, maker.token, { version });
  await product.good("POST", `/api/approvals/${approval.id}/approve`, checker.token, {});
  return approval.id;
}

it("of a request of the platform's people for a merchant, it reads neither their names nor their ids", async () => {
  const merchant = await product.merchant();
  const [maker, checker] = [await person(product, "admin"), await person(product, "admin")];
  const own = await person(product, "merchant_admin", { merchantId: merchant.id });
  const id = await approved(merchant.id, maker, checker);
  const answers = await Promise.all([`/api/approvals?object_id=${merchant.id}`, `/api/approvals/${id}`].map((url) => product.call("GET", url, own.token)));
  for (const { text } of answers) {
    expect(text).toContain(id);
    for (const name of [maker.account, checker.account, maker.id, checker.id]) expect(text).not.toContain(name);
  }
  expect(answers[1]?.data).toMatchObject({
    maker: "staff",
    checker: "staff",
    timeline: [{ actor: { type: "staff", id: null } }, { actor: { type: "staff" } }],
  });
  // Nor is it found by a name.
  expect((await product.good<{ items: unknown[] }>("GET", `/api/approvals?q=${maker.account}`, own.token)).items).toEqual([]);
  expect((await product.good<{ items: unknown[] }>("GET", `/api/approvals?q=${maker.account}`)).items).toHaveLength(1);
  expect(await product.good("GET", `/api/approvals/${id}`)).toMatchObject({ maker: maker.account, checker: checker.account });
  // In the trail stands what was done for the merchant, and neither a name nor an id tells which of them did it.
  const trail = async (query: string, token?: string): Promise<number> =>
    (await product.good<{ items: unknown[] }>("GET", `/api/audit?merchant_id=${merchant.id}&${query}`, token)).items.length;
  expect(await trail("", own.token)).toBeGreaterThan(0);
  for (const query of [`user_id=${maker.id}`, `q=${maker.account}`]) expect([await trail(query, own.token), (await trail(query)) > 0]).toEqual([0, true]);
});

it("of its own people's request it reads who asked and who agreed", async () => {
  const merchant = await product.merchant();
  const [maker, checker] = await Promise.all([1, 2].map(() => person(product, "merchant_admin", { merchantId: merchant.id })));
  if (!maker || !checker) throw new Error("nobody is there");
  const id = await approved(merchant.id, maker, checker);
  const read = await product.good<{ timeline: { actor: { account: string } }[] }>("GET", `/api/approvals/${id}`, maker.token);
  expect(read).toMatchObject({ maker: maker.account, checker: checker.account });
  expect(read.timeline.map(({ actor }) => actor.account)).toEqual([maker.account, checker.account]);
});
