/** After a restore payouts are stopped without an end, whatever emergency stop stood there at the moment of the backup. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { closeAfterRestore } from "../../src/server/core/switches/after-restore.ts";
import { asCommand } from "../../src/server/cli/lib/command.ts";
import { TestProduct } from "../support/app.ts";

let product: TestProduct;
beforeAll(async () => {
  product = await TestProduct.start();
});
afterAll(() => product.stop());

const close = (): Promise<unknown> => asCommand(product.databaseUrl, "npm run admin", (ctx) => closeAfterRestore(ctx, "the moment"));
const engaged = (): Promise<object[]> =>
  product.product.app.db.rows(
    "select direction, closed_by is null as by_command, reopen_at, reason like '%the moment%' as says_why from switches where scope = 'platform' and opened_at is null order by id",
  );

it("takes the place of one that would end by itself, keeps others, is written down, and changes nothing the second time", async () => {
  const reopens = new Date(product.product.app.now() + 3_600_000).toISOString();
  await product.good("POST", "/api/switches", product.admin, { scope: "platform", direction: "out", reason: "for an hour", reopen_at: reopens });
  await product.good("POST", "/api/switches", product.admin, { scope: "platform", direction: "in", reason: "until opened" });
  await close();
  const now = [
    { direction: "in", by_command: false, reopen_at: null, says_why: false },
    { direction: "out", by_command: true, reopen_at: null, says_why: true },
  ];
  expect(await engaged()).toEqual(now);
  const acts = () =>
    product.product.app.db.rows<{ action: string }>("select action from audit where object_type = 'switch' and actor_type <> 'user' order by id");
  expect((await acts()).map(({ action }) => action)).toEqual(["switch.open", "switch.close"]);
  await close();
  expect(await engaged()).toEqual(now);
  expect(await acts()).toHaveLength(2);
});
