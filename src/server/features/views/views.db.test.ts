/** Saved views: own, shared inside the same house, one default a list. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { openSite, type Answer, type Site } from "../../../../test/support/parts/session.ts";

let site: Site;
let [boss, clerk, blue, blueToo, red] = ["", "", "", "", ""];
beforeAll(async () => {
  site = await openSite();
  const [one, two] = [await site.addMerchant(), await site.addMerchant()];
  boss = await site.signIn(await site.addUser("admin"));
  clerk = await site.signIn(await site.addUser("operator"));
  blue = await site.signIn(await site.addUser("merchant_admin", { merchantId: one.id }));
  blueToo = await site.signIn(await site.addUser("merchant_viewer", { merchantId: one.id }));
  red = await site.signIn(await site.addUser("merchant_admin", { merchantId: two.id }));
});
afterAll(() => site.close());

const save = (token: string, values: Record<string, unknown>): Promise<Answer> =>
  site.call(token, "POST", "/api/views", { list: "payments", name: "late", query: "status=review", ...values });
const names = async (token: string, query = ""): Promise<string[]> =>
  ((await site.call(token, "GET", `/api/views${query}`)).data["items"] as unknown as { name: string }[]).map((view) => view.name);

it("refuses strangers and bad input", async () => {
  expect((await save("", {})).status).toBe(401);
  for (const [values, field] of [
    [{ list: "" }, "list"],
    [{ list: "a\u0000" }, "list"],
    [{ list: "no-such-list" }, "list"],
    [{ name: " " }, "name"],
    [{ name: "\ud800" }, "name"],
    [{ query: "x".repeat(2001) }, "query"],
    [{ query: "\u0000" }, "query"],
    [{ shared: 1 }, "shared"],
    [{ user_id: "U1" }, "user_id"],
  ] as const) {
    expect([field, Object.keys((await save(boss, values)).fields)]).toEqual([field, [field]]);
  }
  for (const query of ["?list=%00", "?other=1", `?list=${"x".repeat(33)}`]) expect((await site.call(boss, "GET", `/api/views${query}`)).status).toBe(422);
});

it("shows own views, and shared ones inside the house only", async () => {
  await save(boss, { name: "mine" });
  await save(boss, { name: "ours", shared: true });
  await save(blue, { name: "blue's", shared: true });
  expect(await names(boss)).toEqual(["mine", "ours"]);
  expect(await names(clerk)).toEqual(["ours"]);
  expect(await names(blueToo)).toEqual(["blue's"]);
  expect(await names(red)).toEqual([]);
  expect(await names(boss, "?list=sms")).toEqual([]);
});

it("replaces a view of the same name, keeps one default a list, and deletes own ones only", async () => {
  const first = await save(clerk, { name: "a", default: true });
  const second = await save(clerk, { name: "b", default: true });
  expect((await save(clerk, { name: "a", query: "q=1" })).data).toEqual({ ...first.data, query: "q=1", default: false });
  const items = (await site.call(clerk, "GET", "/api/views")).data["items"] as unknown as { name: string; default: boolean; own: boolean }[];
  expect(items.filter((view) => view.own).map((view) => [view.name, view.default])).toEqual([
    ["a", false],
    ["b", true],
  ]);
  expect((await site.call(boss, "DELETE", `/api/views/${String(second.data["id"])}`)).code).toBe("not_found");
  expect((await site.call(clerk, "DELETE", "/api/views/nonsense")).code).toBe("not_found");
  expect((await site.call(clerk, "DELETE", `/api/views/${String(second.data["id"])}`)).status).toBe(200);
  expect((await site.call(clerk, "DELETE", `/api/views/${String(second.data["id"])}`)).status).toBe(404);
});
