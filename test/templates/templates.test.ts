/** Templates of wallets' settings (docs/decisions/0072): made by few, applied as looked at, never by themselves. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { person, type Person } from "../support/attack.ts";
import { TestProduct, type Answer } from "../support/app.ts";
import type { BulkItemsOut, BulkJobDetail } from "../../src/contract/bulk.schema.ts";
import type { Page } from "../../src/contract/envelope.ts";
import { OPERATORS } from "../../src/contract/operators.ts";
import type { WalletTemplateEditions, WalletTemplateRow } from "../../src/contract/wallet-templates.schema.ts";
import type { WalletRow } from "../../src/contract/wallets.schema.ts";

let product: TestProduct;
let admin: Person;
let finance: Person;
let operator: Person;
let merchantAdmin: Person;
let number = 0;

const SETTINGS = {
  collect: true,
  payout: true,
  payments_open: true,
  disburses_open: true,
  min_amount: null,
  max_amount: "25000.00",
  daily_max: "100000.00",
  month_max: null,
  daily_count_max: 40,
  month_count_max: null,
  cool_interval: 60,
  phone_trust_limit: null,
};
beforeAll(async () => {
  product = await TestProduct.start({ ROLE: "api" });
  admin = await person(product, "admin");
  finance = await person(product, "finance");
  operator = await person(product, "operator");
  merchantAdmin = await person(product, "merchant_admin", { merchantId: (await product.merchant()).id });
});
afterAll(async () => {
  expect(await product.findings()).toEqual([]);
  await product.stop();
});

const call = <T>(method: "GET" | "POST" | "PATCH", url: string, body?: object, who = admin): Promise<Answer<T>> =>
  product.call<T>(method, url, who.token, body);
const good = async <T>(method: "GET" | "POST" | "PATCH", url: string, body?: object): Promise<T> => {
  const answer = await call<T>(method, url, body);
  if (!answer.success) throw new Error(answer.text);
  return answer.data;
};
const codeOf = (answer: Answer<unknown>): string | null => (answer.success ? null : (answer.error?.code ?? null));
const template = (more: object = {}): Promise<WalletTemplateRow> =>
  good("POST", "/api/wallet-templates", { operator: "bkash", wallet_type: "agent", name: `T${++number}`, is_default: false, settings: SETTINGS, ...more });
const wallet = (more: object = {}): Promise<WalletRow> =>
  good("POST", "/api/wallets", {
    name: `w${++number}`,
    operator: "bkash",
    wallet_type: "agent",
    api_type: "app",
    account: `018${10_000_000 + number}`,
    ...more,
  });
const seen = ({ id, edition }: WalletTemplateRow): { id: string; edition: number } => ({ id, edition });
const apply = (one: WalletRow, what: WalletTemplateRow | null, who = admin): Promise<Answer<WalletRow>> =>
  call("POST", `/api/wallets/${one.id}/template`, { version: one.version, template: what === null ? null : seen(what) }, who);
const patch = (one: WalletTemplateRow, body: object): Promise<Answer<WalletTemplateRow>> =>
  call("PATCH", `/api/wallet-templates/${one.id}`, { version: one.version, ...body });
const now = (one: WalletRow): Promise<WalletRow> => good("GET", `/api/wallets/${one.id}`);
const fresh = async (one: WalletTemplateRow): Promise<WalletTemplateRow> => {
  const { items } = await good<{ items: WalletTemplateRow[] }>("GET", "/api/wallet-templates");
  const found = items.find(({ id }) => id === one.id);
  if (!found) throw new Error("gone");
  return found;
};
const workAll = async (): Promise<void> => {
  for (let round = 0; round < 5; round += 1) await product.product.jobs.runOnce("bulk");
};

describe("a template", () => {
  test("takes exactly what a wallet takes, and all of it", async () => {
    for (const [field, value] of [
      ["max_amount", "0.00"],
      ["daily_count_max", 0],
      ["cool_interval", 86_401],
      ["min_amount", "1.001"],
    ] as const) {
      const asWallet = await call("POST", "/api/wallets", {
        name: "x",
        operator: "bkash",
        wallet_type: "agent",
        api_type: "app",
        account: "01899999999",
        [field]: value,
      });
      const asTemplate = await call("POST", "/api/wallet-templates", {
        operator: "bkash",
        wallet_type: "agent",
        name: "bad",
        is_default: false,
        settings: { ...SETTINGS, [field]: value },
      });
      if (asWallet.success || asTemplate.success) throw new Error(`${field} was taken`);
      expect(asTemplate.error?.fields).toEqual({ [`settings.${field}`]: asWallet.error?.fields?.[field] });
    }
    const crossed = await call("POST", "/api/wallet-templates", {
      operator: "bkash",
      wallet_type: "agent",
      name: "bad",
      is_default: false,
      settings: { ...SETTINGS, min_amount: "30000.00" },
    });
    expect(crossed).toMatchObject({ success: false, error: { code: "validation_failed", fields: { "settings.max_amount": "too_small" } } });
    const { cool_interval: _left, ...part } = SETTINGS;
    expect(
      codeOf(await call("POST", "/api/wallet-templates", { operator: "bkash", wallet_type: "agent", name: "bad", is_default: false, settings: part })),
    ).toBe("validation_failed");
  });

  test("is made by whoever changes wallets, read by whoever sees them, and unknown to merchants", async () => {
    const made = await template();
    for (const who of [finance, operator]) {
      expect(
        codeOf(await call("POST", "/api/wallet-templates", { operator: "bkash", wallet_type: "agent", name: "n", is_default: false, settings: SETTINGS }, who)),
      ).toBe("forbidden");
      expect(codeOf(await call("PATCH", `/api/wallet-templates/${made.id}`, { version: 1, name: "n" }, who))).toBe("forbidden");
      expect(codeOf(await call("POST", `/api/wallet-templates/${made.id}/delete`, { version: 1 }, who))).toBe("forbidden");
      expect(codeOf(await apply(await wallet(), made, who))).toBe("forbidden");
      expect((await call("GET", "/api/wallet-templates", undefined, who)).success).toBe(true);
      expect((await call("GET", `/api/wallet-templates/${made.id}/editions`, undefined, who)).success).toBe(true);
    }
    expect(codeOf(await call("GET", "/api/wallet-templates", undefined, merchantAdmin))).toBe("forbidden");
    expect(codeOf(await call("GET", `/api/wallet-templates/${made.id}/editions`, undefined, merchantAdmin))).toBe("forbidden");
    const job = { act: "wallets.template", filter: {}, target: seen(made) };
    for (const who of [finance, operator, merchantAdmin]) expect(codeOf(await call("POST", "/api/bulk", job, who))).toBe("forbidden");
  });

  test("a change makes an edition and changes no wallet; a name makes none", async () => {
    const made = await template();
    const one = await wallet({ ...SETTINGS, template: seen(made) });
    expect(one.template).toEqual({ id: made.id, name: made.name, edition: 1, newest: 1, deleted: false, differs: [] });
    const named = await patch(made, { name: "Other" });
    expect(named).toMatchObject({ success: true, data: { name: "Other", edition: 1, version: 2, wallets: 1, differing: 0 } });
    expect(codeOf(await patch(made, { name: "Stale" }))).toBe("conflict");
    const changed = await patch(await fresh(made), { settings: { ...SETTINGS, daily_max: "50000.00", cool_interval: null } });
    expect(changed).toMatchObject({ success: true, data: { edition: 2, wallets: 1, differing: 1 } });
    expect(await now(one)).toMatchObject({
      daily_max: "100000.00",
      version: one.version,
      template: { edition: 1, newest: 2, differs: ["daily_max", "cool_interval"] },
    });
    const { items } = await good<WalletTemplateEditions>("GET", `/api/wallet-templates/${made.id}/editions`);
    expect(items.map(({ edition, settings, wallets }) => [edition, settings.daily_max, wallets])).toEqual([
      [2, "50000.00", 0],
      [1, "100000.00", 1],
    ]);
    // Said again it is nothing new, however its amounts are written.
    for (const daily_max of ["50000.00", "50000"])
      expect(await patch(await fresh(made), { settings: { ...SETTINGS, daily_max, cool_interval: null } })).toMatchObject({ data: { edition: 2, version: 3 } });
    const trail = await product.product.app.db.rows<{ before: unknown; after: unknown }>(
      "select before, after from audit where action = 'wallet-template.update' and object_id = $1 order by id desc limit 1",
      [made.id],
    );
    expect(trail[0]).toEqual({
      before: { edition: 1, daily_max: "100000.00", cool_interval: 60 },
      after: { edition: 2, daily_max: "50000.00", cool_interval: null },
    });
  });

  test("one default for a type, also where two are made at once; names are free in other types", async () => {
    const first = await template({ wallet_type: "merchant", is_default: true });
    const [a, b] = await Promise.all([template({ wallet_type: "merchant", is_default: true }), template({ wallet_type: "merchant", is_default: true })]);
    const { items } = await good<{ items: WalletTemplateRow[] }>("GET", "/api/wallet-templates");
    const defaults = items.filter((one) => one.operator === "bkash" && one.wallet_type === "merchant" && one.is_default);
    expect(defaults).toHaveLength(1);
    expect([a.id, b.id]).toContain(defaults[0]?.id);
    expect((await fresh(first)).is_default).toBe(false);
    expect(
      codeOf(
        await call("POST", "/api/wallet-templates", {
          operator: "bkash",
          wallet_type: "merchant",
          name: first.name.toLowerCase(),
          is_default: false,
          settings: SETTINGS,
        }),
      ),
    ).toBe("already_exists");
    await template({ wallet_type: "personal", name: first.name });
  });

  test("loses the default by an act that its own trail tells, and is given it back", async () => {
    const former = await template({ operator: "nagad", wallet_type: "personal", is_default: true });
    const other = await template({ operator: "nagad", wallet_type: "personal" });
    expect(await patch(other, { is_default: true })).toMatchObject({ success: true, data: { is_default: true } });
    // As the screen takes it back: losing it was the former one's one change.
    expect(await patch({ ...former, version: former.version + 1 }, { is_default: true })).toMatchObject({ success: true, data: { is_default: true } });
    expect((await fresh(other)).is_default).toBe(false);
    const trailOf = async ({ id }: WalletTemplateRow): Promise<unknown[]> =>
      (
        await product.product.app.db.rows<{ after: { is_default: boolean } }>(
          "select after from audit where action = 'wallet-template.update' and object_id = $1 order by id",
          [id],
        )
      ).map(({ after }) => after);
    expect(await trailOf(former)).toEqual([{ is_default: false }, { is_default: true }]);
    expect(await trailOf(other)).toEqual([{ is_default: true }, { is_default: false }]);
  });

  test("is for an operator that is switched on, and comes back only where there is room", async () => {
    const { db, config } = product.product.app;
    const gone = await template({ operator: "nagad", wallet_type: "merchant" });
    const { version } = await good<{ version: number }>("POST", `/api/wallet-templates/${gone.id}/delete`, { version: gone.version });
    await db.run(
      `insert into wallet_templates (operator, wallet_type, name, created_at) select 'rocket', 'personal', 'full ' || n, now() from generate_series(1, 300) n`,
    );
    expect(codeOf(await call("POST", `/api/wallet-templates/${gone.id}/restore`, { version, is_default: false }))).toBe("wrong_state");
    await db.run("update wallet_templates set deleted_at = now() where name like 'full %'");
    expect((await call("POST", `/api/wallet-templates/${gone.id}/restore`, { version, is_default: false })).success).toBe(true);
    const off = OPERATORS.filter((one) => !config.current.operators.includes(one));
    expect(off).not.toEqual([]);
    for (const operator of off)
      expect(await call("POST", "/api/wallet-templates", { operator, wallet_type: "agent", name: "off", is_default: false, settings: SETTINGS })).toMatchObject(
        { success: false, error: { fields: { operator: "not_allowed" } } },
      );
  });

  test("deleted and brought back, with its default where that is free; its wallets keep their settings", async () => {
    const made = await template({ operator: "nagad", is_default: true });
    const one = await wallet({ ...SETTINGS, operator: "nagad", template: seen(made) });
    const gone = await good<{ version: number }>("POST", `/api/wallet-templates/${made.id}/delete`, { version: made.version });
    expect(await now(one)).toMatchObject({ daily_max: "100000.00", template: { deleted: true, differs: [] } });
    // Of a template that is gone nothing is the same, and nothing another way.
    for (const differs of [true, false]) expect((await good<Page<WalletRow>>("GET", `/api/wallets?template=${made.id}&differs=${differs}`)).items).toEqual([]);
    expect(await apply(one, made)).toMatchObject({ error: { code: "validation_failed", fields: { template: "invalid" } } });
    expect(codeOf(await patch({ ...made, version: gone.version }, { name: "n" }))).toBe("wrong_state");
    const back = await good<WalletTemplateRow>("POST", `/api/wallet-templates/${made.id}/restore`, { version: gone.version, is_default: true });
    expect(back).toMatchObject({ is_default: true, name: made.name, wallets: 1 });
    const again = await good<{ version: number }>("POST", `/api/wallet-templates/${made.id}/delete`, { version: back.version });
    await template({ operator: "nagad", is_default: true });
    expect(await good("POST", `/api/wallet-templates/${made.id}/restore`, { version: again.version, is_default: true })).toMatchObject({ is_default: false });
  });
});

describe("applying", () => {
  test("a wallet takes what was looked at: neither a template that moved on nor a wallet that did", async () => {
    const made = await template();
    const one = await wallet({ daily_max: "5.00" });
    const moved = await patch(made, { settings: { ...SETTINGS, daily_max: "7.00" } });
    if (!moved.success) throw new Error(moved.text);
    expect(codeOf(await apply(one, made))).toBe("conflict");
    const done = await apply(one, moved.data);
    expect(done).toMatchObject({ success: true, data: { daily_max: "7.00", cool_interval: 60, template: { edition: 2, newest: 2, differs: [] } } });
    expect(codeOf(await apply(one, moved.data))).toBe("conflict");
    // Nothing would change.
    expect(codeOf(await apply(await now(one), moved.data))).toBe("wrong_state");
    const trail = await product.product.app.db.rows<{ before: unknown; after: unknown }>(
      "select before, after from audit where action = 'wallets.template' and object_id = $1",
      [one.id],
    );
    expect(trail).toMatchObject([{ before: { daily_max: "5.00" }, after: { daily_max: "7.00", template: made.name, edition: 2 } }]);
    // By hand it may become another way, and says so; without a template it keeps its settings.
    await good("PATCH", `/api/wallets/${one.id}`, { version: (await now(one)).version, daily_max: "8.00" });
    expect((await now(one)).template?.differs).toEqual(["daily_max"]);
    expect(await apply(await now(one), null)).toMatchObject({ data: { daily_max: "8.00", template: null } });
    const last = await product.product.app.db.one<{ before: unknown; after: unknown }>(
      "select before, after from audit where action = 'wallets.template' and object_id = $1 order by id desc limit 1",
      [one.id],
    );
    expect(last).toEqual({ before: { template: made.name, edition: 2 }, after: { template: null } });
  });

  test("only to its own type; a wallet that becomes of another type follows none", async () => {
    const made = await template();
    const other = await wallet({ wallet_type: "personal" });
    expect(await apply(other, made)).toMatchObject({ success: false, error: { code: "wrong_state", details: { status: "other_type" } } });
    expect(
      await call("POST", "/api/wallets", {
        name: "x",
        operator: "bkash",
        wallet_type: "personal",
        api_type: "app",
        account: "01877777777",
        template: seen(made),
      }),
    ).toMatchObject({
      success: false,
      error: { code: "validation_failed", fields: { template: "invalid" } },
    });
    const one = await wallet({ ...SETTINGS, template: seen(made) });
    expect(await good("PATCH", `/api/wallets/${one.id}`, { version: one.version, wallet_type: "personal" })).toMatchObject({
      template: null,
      daily_max: "100000.00",
    });
    const trail = await product.product.app.db.rows<{ action: string; before: unknown; after: unknown }>(
      "select action, before, after from audit where object_type = 'wallet' and object_id = $1 order by id",
      [one.id],
    );
    expect(trail).toMatchObject([
      { action: "wallets.create", after: { template: made.name, edition: 1 } },
      { action: "wallets.patch", before: { template: made.name, edition: 1 }, after: { template: null } },
    ]);
  });

  test("a template that is changed while it is applied: every wallet stands on an edition as a whole", async () => {
    let made = await template();
    const many = await Promise.all(Array.from({ length: 8 }, () => wallet({ template: seen(made) })));
    for (let round = 0; round < 3; round += 1) {
      const rows = await Promise.all(many.map(now));
      const [changed, ...applied] = await Promise.all([
        patch(made, { settings: { ...SETTINGS, daily_max: `${round + 1}000.00`, daily_count_max: round + 1 } }),
        ...rows.map((row) => apply(row, made)),
      ]);
      if (!changed.success) throw new Error(changed.text);
      // Each came before the change or after it: taken, or told that the template has moved on. What stands already has nothing to take.
      for (const answer of applied) expect([null, "conflict", "wrong_state"], answer.text).toContain(codeOf(answer));
      made = changed.data;
      const [first] = many;
      if (first)
        expect(await apply(await now(first), made)).toMatchObject({ success: true, data: { daily_count_max: round + 1, template: { edition: made.edition } } });
    }
    const broken = await product.product.app.db.rows(
      `select w.id from wallets w join wallet_template_editions e on e.template_id = w.template_id and e.edition = w.template_edition
       where w.template_id = $1 and w.version > 1 and (w.daily_max, w.daily_count_max) is distinct from (e.daily_max, e.daily_count_max)`,
      [made.id],
    );
    expect(broken).toEqual([]);
  });

  test("to many as a job: which fields change and what is left out stand before the yes; the list counts who differs", async () => {
    const made = await template();
    const same = await wallet({ ...SETTINGS, template: seen(made) });
    const near = await wallet({ ...SETTINGS, daily_max: "9.00", template: seen(made) });
    const far = await wallet({ collect: false });
    const other = await wallet({ wallet_type: "personal" });
    const listed = async (query: string): Promise<string[]> =>
      (await good<Page<WalletRow>>("GET", `/api/wallets?template=${made.id}${query}`)).items.map(({ id }) => id);
    expect([await listed(""), await listed("&differs=true"), await listed("&differs=false")]).toEqual([[near.id, same.id], [near.id], [same.id]]);
    const items = [same, near, far, other].map(({ id, version }) => ({ id, version }));
    const job = await good<BulkJobDetail>("POST", "/api/bulk", { act: "wallets.template", items, target: seen(made) });
    expect(job).toMatchObject({
      status: "draft",
      waiting: 2,
      blocked: 2,
      target: { id: made.id, name: made.name, edition: 1 },
      fields: [
        { field: "collect", count: 1 },
        { field: "max_amount", count: 1 },
        { field: "daily_max", count: 2 },
        { field: "daily_count_max", count: 1 },
        { field: "cool_interval", count: 1 },
      ],
    });
    expect(job.reasons.map(({ code, state }) => [code, state]).sort()).toEqual([
      ["wrong_state", "other_type"],
      ["wrong_state", "same"],
    ]);
    const page = await good<BulkItemsOut>("GET", `/api/bulk/${job.id}/items`);
    expect(page.items.find(({ id }) => id === near.id)?.changes).toEqual([{ field: "daily_max", before: "9.00", after: "100000.00" }]);
    // Nothing of the rehearsal stays.
    expect(await now(far)).toMatchObject({ collect: false, version: far.version });
    await good("POST", `/api/bulk/${job.id}/start`, { version: job.version, count: 2 });
    await workAll();
    expect(await good<BulkJobDetail>("GET", `/api/bulk/${job.id}`)).toMatchObject({ status: "done", done: 2, failed: 0 });
    expect(await now(far)).toMatchObject({ collect: true, daily_max: "100000.00", template: { id: made.id, edition: 1 } });
    expect(await listed("&differs=true")).toEqual([]);
  });

  test("a job whose template moves on does nothing more; without a template, or with an older one, there is none", async () => {
    const made = await template();
    const one = await wallet();
    const items = [{ id: one.id, version: one.version }];
    const job = await good<BulkJobDetail>("POST", "/api/bulk", { act: "wallets.template", items, target: seen(made) });
    await patch(made, { settings: { ...SETTINGS, daily_max: "3.00" } });
    expect(codeOf(await call("POST", "/api/bulk", { act: "wallets.template", items, target: seen(made) }))).toBe("conflict");
    await good("POST", `/api/bulk/${job.id}/start`, { version: job.version, count: 1 });
    await workAll();
    expect(await good<BulkJobDetail>("GET", `/api/bulk/${job.id}`)).toMatchObject({ status: "done", done: 0, failed: 1 });
    const why = await good<BulkItemsOut>("GET", `/api/bulk/${job.id}/items`);
    expect(why.items).toMatchObject([{ code: "wrong_state", state: "newer_template" }]);
    const started = await product.product.app.db.one<{ after: unknown }>("select after from audit where action = 'bulk.start' and object_id = $1", [job.id]);
    expect(started?.after).toMatchObject({ template: made.name, edition: 1 });
    expect(await now(one)).toMatchObject({ daily_max: null, template: null, version: one.version });
    // Done again it is with what the template says now; where that is deleted meanwhile, it says so.
    const again = await good<BulkJobDetail>("POST", `/api/bulk/${job.id}/again`);
    expect(again).toMatchObject({ status: "draft", waiting: 1, target: { id: made.id, edition: 2 } });
    await good("POST", `/api/wallet-templates/${made.id}/delete`, { version: (await fresh(made)).version });
    await good("POST", `/api/bulk/${again.id}/start`, { version: again.version, count: 1 });
    await workAll();
    expect((await good<BulkItemsOut>("GET", `/api/bulk/${again.id}/items`)).items).toMatchObject([{ code: "wrong_state", state: "no_template" }]);
    expect(await call("POST", `/api/bulk/${again.id}/again`)).toMatchObject({ error: { fields: { "target.id": "invalid" } } });
    expect(codeOf(await call("POST", "/api/bulk", { act: "wallets.template", items }))).toBe("validation_failed");
    expect(codeOf(await call("POST", "/api/bulk", { act: "wallets.disable", items, target: seen(made) }))).toBe("validation_failed");
  });
});
