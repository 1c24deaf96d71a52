/** Saved views: own, shared inside the same house, one default a list. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { openSite, type Answer, type Site } from "../../../../test/support/parts/session.ts";

let site: Site;
let [boss, clerk, auditor, blue, blueToo, red] = ["", "", "", "", "", ""];
beforeAll(async () => {
  site = await openSite();
  const [one, two] = [await site.addMerchant(), await site.addMerchant()];
  boss = await site.signIn(await site.addUser("admin"));
  clerk = await site.signIn(await site.addUser("operator"));
  auditor = await site.signIn(await site.addUser("auditor"));
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
    [{ layout: 1 }, "layout"],
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

it("replaces no view of the same name, keeps one default a list, and deletes own ones only", async () => {
  const first = await save(clerk, { name: "a", default: true });
  const second = await save(clerk, { name: "b", default: true });
  expect((await save(clerk, { name: "a", query: "q=1" })).fields).toEqual({ name: "taken" });
  expect((await site.call(clerk, "GET", `/api/views/${String(first.data["id"])}`)).data).toEqual({ ...first.data, default: false });
  // It holds for one's own of the same list.
  expect([(await save(boss, { name: "a" })).status, (await save(clerk, { name: "a", list: "sms" })).status]).toEqual([201, 201]);
  const items = (await site.call(clerk, "GET", "/api/views?list=payments")).data["items"] as unknown as { name: string; default: boolean; own: boolean }[];
  expect(items.filter((view) => view.own).map((view) => [view.name, view.default])).toEqual([
    ["a", false],
    ["b", true],
  ]);
  expect((await site.call(boss, "DELETE", `/api/views/${String(second.data["id"])}`)).code).toBe("not_found");
  expect((await site.call(clerk, "DELETE", "/api/views/nonsense")).code).toBe("not_found");
  expect((await site.call(clerk, "DELETE", `/api/views/${String(second.data["id"])}`)).status).toBe(200);
  expect((await site.call(clerk, "DELETE", `/api/views/${String(second.data["id"])}`)).status).toBe(404);
});

const idOf = (answer: Answer): string => String(answer.data["id"]);
const change = (token: string, id: string, values: Record<string, unknown>): Promise<Answer> =>
  site.call(token, "PATCH", `/api/views/${id}`, { version: 1, ...values });

it("holds columns, widths, order and height of a row, and refuses what is none of it", async () => {
  const layout = { hidden: ["fee"], order: ["id", "amount"], pinned: ["amount"], widths: { amount: 140 }, density: "compact" };
  const saved = await save(clerk, { name: "narrow", query: "range=today&sort=created_at", layout });
  expect(saved.data).toMatchObject({ layout, query: "range=today&sort=created_at", own: true });
  expect((await site.call(clerk, "GET", `/api/views/${idOf(saved)}`)).data).toEqual(saved.data);
  for (const bad of [{ density: "huge" }, { widths: { amount: "wide" } }, { order: [1] }, { color: "red" }])
    expect((await save(clerk, { layout: bad })).status).toBe(422);
});

it("names a column that the database cannot hold, where it is one of many and where it is a name", async () => {
  const columns = ["a\u0000b", "\ud800"];
  for (const column of columns) {
    for (const part of ["shown", "hidden", "order", "pinned"] as const) {
      const answer = await save(clerk, { name: "odd", layout: { [part]: ["fee", column] } });
      expect([part, answer.status, answer.fields]).toEqual([part, 422, { [`layout.${part}.1`]: "invalid" }]);
    }
    const widths = await save(clerk, { name: "odd", layout: { widths: { [column]: 140 } } });
    expect([widths.status, Object.values(widths.fields)]).toEqual([422, ["invalid"]]);
  }
});

it("shares by the right alone, and leaves the sharing to the owner or whoever may manage", async () => {
  expect((await save(auditor, { name: "x", shared: true })).code).toBe("forbidden");
  expect((await save(blueToo, { name: "x", shared: true })).code).toBe("forbidden");
  const own = idOf(await save(auditor, { name: "kept" }));
  expect((await change(auditor, own, { shared: true })).code).toBe("forbidden");
  const shared = idOf(await save(clerk, { name: "team", shared: true }));
  expect((await site.call(auditor, "GET", `/api/views/${shared}`)).data).toMatchObject({ name: "team", own: false, shared: true });
  expect((await change(auditor, shared, { name: "mine" })).code).toBe("forbidden");
  expect((await site.call(auditor, "DELETE", `/api/views/${shared}`)).code).toBe("forbidden");
  expect((await change(boss, shared, { query: "q=1" })).code).toBe("forbidden");
  expect((await change(boss, shared, { name: "team 2" })).data).toMatchObject({ name: "team 2", version: 2 });
  expect((await change(clerk, shared, { name: "team 3" })).code).toBe("conflict");
  await save(clerk, { name: "taken" });
  expect((await change(clerk, shared, { version: 2, name: "taken" })).fields).toEqual({ name: "taken" });
});

it("takes a deletion back, under its old address, by whoever may delete", async () => {
  const id = idOf(await save(clerk, { name: "gone and back", shared: true }));
  expect((await site.call(boss, "DELETE", `/api/views/${id}`)).status).toBe(200);
  expect((await site.call(clerk, "GET", `/api/views/${id}`)).status).toBe(404);
  expect(await names(clerk, "?q=GONE")).toEqual([]);
  expect((await site.call(auditor, "POST", `/api/views/${id}/restore`, {})).status).toBe(404);
  expect((await site.call(red, "POST", `/api/views/${id}/restore`, {})).status).toBe(404);
  expect((await site.call(boss, "POST", `/api/views/${id}/restore`, {})).data).toMatchObject({ id, name: "gone and back" });
  expect(await names(clerk, "?q=GONE")).toEqual(["gone and back"]);
  // Another one of that name stands meanwhile.
  await site.call(clerk, "DELETE", `/api/views/${id}`);
  await save(clerk, { name: "gone and back" });
  expect((await site.call(clerk, "POST", `/api/views/${id}/restore`, {})).code).toBe("already_exists");
});

it("never tells another house of a view, not even by its id", async () => {
  const id = idOf(await save(blue, { name: "blue only", shared: true }));
  for (const token of [red, boss, clerk]) {
    expect((await site.call(token, "GET", `/api/views/${id}`)).code).toBe("not_found");
    expect((await change(token, id, { name: "stolen" })).code).toBe("not_found");
    expect((await site.call(token, "DELETE", `/api/views/${id}`)).code).toBe("not_found");
    expect((await site.call(token, "POST", "/api/views/default", { list: "payments", view: id })).fields).toEqual({ view: "invalid" });
  }
  expect((await site.call(blueToo, "GET", `/api/views/${id}`)).status).toBe(200);
});

it("opens with what the person chose, else with what holds for the user type", async () => {
  const standard = async (token: string): Promise<unknown> => {
    const { data } = await site.call(token, "GET", "/api/views?list=sms");
    return [(data["standard"] as unknown as { name: string } | null)?.name ?? null, data["standard_by"]];
  };
  const shared = idOf(await save(boss, { list: "sms", name: "for all", shared: true }));
  const own = idOf(await save(clerk, { list: "sms", name: "for me" }));
  const role = (token: string, values: Record<string, unknown>): Promise<Answer> =>
    site.call(token, "POST", "/api/views/role-default", { list: "sms", user_type: "operator", view: shared, ...values });
  expect((await role(clerk, {})).code).toBe("forbidden");
  expect((await role(boss, { user_type: "merchant_admin" })).fields).toEqual({ user_type: "not_allowed" });
  expect((await role(blue, { user_type: "merchant_admin" })).fields).toEqual({ view: "invalid" });
  expect((await role(boss, { list: "payments" })).fields).toEqual({ view: "invalid" });
  expect((await role(boss, {})).status).toBe(200);
  expect([await standard(clerk), await standard(auditor)]).toEqual([
    ["for all", "role"],
    [null, null],
  ]);
  const mine = (view: string | null): Promise<Answer> => site.call(clerk, "POST", "/api/views/default", { list: "sms", view });
  await mine(own);
  expect(await standard(clerk)).toEqual(["for me", "person"]);
  await mine("plain");
  expect(await standard(clerk)).toEqual([null, "person"]);
  await mine(own);
  await site.call(clerk, "DELETE", `/api/views/${own}`);
  expect(await standard(clerk)).toEqual(["for all", "role"]);
  await mine(null);
  // What is not shared any more is nobody's standard.
  await change(boss, shared, { shared: false });
  expect(await standard(clerk)).toEqual([null, null]);
  await change(boss, shared, { version: 2, shared: true });
  expect((await role(boss, { view: null })).status).toBe(200);
  expect(await standard(clerk)).toEqual([null, null]);
});
