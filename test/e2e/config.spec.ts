/** Config: sections with an address, a search in both languages, grouped amounts, what changes before it is saved, and somebody else's save in between. */
import { beforeAll, describe, expect, it } from "vitest";
import type { ConfigOut } from "../../src/contract/config.schema.ts";
import { theContent } from "./content.ts";
import { PASSWORD } from "./parties.ts";
import { adminToken, good, tokenOf } from "./product.ts";
import { NARROW, settled, withPage } from "./support.ts";
import { word } from "./words.ts";

const WAIT = { timeout: 60_000 };
let token: string;
beforeAll(async () => {
  token = await adminToken();
});
const read = () => good<ConfigOut>("GET", "/api/config", token);

describe.each([
  ["zh", "", "payments expire after", { width: 1440, height: 900 }],
  ["en", "/en", "代收有效期", NARROW],
] as const)("config in %s", (locale, base, other, size) => {
  it("leads to sections and settings by address, by list and by the other language's words", async () => {
    await withPage({ token, locale, size }, async (page) => {
      await page.goto(`${base}/config#rates`);
      await settled(page);
      const rates = page.locator("section#rates");
      await expect.poll(() => page.evaluate(() => document.activeElement?.id), WAIT).toBe("rates");
      await expect.poll(async () => ((await rates.boundingBox())?.y ?? 9999) < size.height / 2, WAIT).toBe(true);
      const box = page.getByRole("searchbox", { name: word(locale, "config.find.placeholder") });
      await box.fill(other);
      const field = page.getByRole("textbox", { name: word(locale, "config.keys.payment_expiry_minutes") });
      await field.waitFor();
      await expect.poll(() => page.locator("main section [id] input").count(), WAIT).toBe(1);
      await box.press("Enter");
      await expect.poll(() => page.evaluate(() => document.activeElement?.closest("#payment_expiry_minutes") !== null), WAIT).toBe(true);
      // The search that led here is over: the whole page stands around the setting.
      await rates.waitFor();
    });
  });

  it("groups amounts while they are typed, and shows what changes with its unit", async () => {
    const { values } = await read();
    await withPage({ token, locale, size }, async (page) => {
      await page.goto(`${base}/config#operator_approve_limit`);
      await settled(page);
      const field = page.getByRole("textbox", { name: word(locale, "config.keys.operator_approve_limit") });
      await field.fill("");
      await field.pressSequentially("1234567.5");
      expect(await field.inputValue()).toBe("1,234,567.5");
      // A digit typed before the end stays where it was typed.
      await field.evaluate((input: HTMLInputElement) => input.setSelectionRange(1, 1));
      await page.keyboard.type("9");
      expect(await field.evaluate((input: HTMLInputElement) => [input.value, input.selectionStart])).toEqual(["19,234,567.5", 2]);
      await page.getByRole("button", { name: word(locale, "config.review") }).click();
      const ask = page.getByRole("dialog").last();
      await ask.locator("[data-setting=operator_approve_limit] ins", { hasText: "BDT\u00a019,234,567.50" }).waitFor();
      expect(await ask.locator("[data-setting]").count()).toBe(1);
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: word(locale, "config.discard") }).click();
    });
    expect((await read()).values).toEqual(values);
  });
});

it("somebody else's save in between: theirs is shown, mine is kept, and only what I changed is sent", async () => {
  const before = await read();
  const set = async (values: Record<string, unknown>) => good("PATCH", "/api/config", token, { version: (await read()).version, ...values });
  const other = Number(before.values.bind_code_minutes) === 12 ? 14 : 12;
  await withPage({ token }, async (page) => {
    await page.goto("/config#bind_code_minutes");
    await settled(page);
    await page.getByRole("textbox", { name: word("zh", "config.keys.bind_code_minutes") }).fill("33");
    await page.getByRole("textbox", { name: word("zh", "config.keys.queued_alert_hours") }).fill("55");
    await page.getByRole("button", { name: word("zh", "config.review") }).click();
    const ask = page.getByRole("dialog").last();
    await ask.locator("[data-setting=bind_code_minutes]").waitFor();
    await set({ bind_code_minutes: other, chain_wait_minutes: 7 });
    await ask.getByRole("button", { name: word("zh", "config.save") }).click();
    await page.getByText(word("zh", "config.conflict")).waitFor();
    const mark = page.locator("#bind_code_minutes [role=status]");
    await mark.getByText(`${other} 分钟`).waitFor();
    expect(await page.getByRole("textbox", { name: word("zh", "config.keys.bind_code_minutes") }).inputValue()).toContain("33");
    await mark.getByRole("button", { name: word("zh", "config.theirs.take") }).click();
    await mark.waitFor({ state: "detached" });
    await page.getByRole("button", { name: word("zh", "config.review") }).click();
    await ask.locator("[data-setting=queued_alert_hours]").waitFor();
    expect(await ask.locator("[data-setting]").count()).toBe(1);
    await ask.getByRole("textbox").fill("比平时长");
    await ask.getByRole("button", { name: word("zh", "config.save") }).click();
    await page.locator("section#history").getByText("比平时长").waitFor();
    const { values } = await read();
    expect([values.bind_code_minutes, values.chain_wait_minutes, values.queued_alert_hours]).toEqual([other, 7, 55]);
    // Leaving with something unsaved asks first.
    await page.getByRole("textbox", { name: word("zh", "config.keys.queued_alert_hours") }).fill("56");
    await page.keyboard.press("Tab");
    await page.locator('nav a[href="/payments"]').first().click();
    await page.getByText(word("zh", "list.form.discardBody")).waitFor();
  });
  const { bind_code_minutes, chain_wait_minutes, queued_alert_hours } = before.values;
  await set({ bind_code_minutes, chain_wait_minutes, queued_alert_hours });
});

it("an auditor reads it, and changes nothing", async () => {
  await withPage({ token: await tokenOf((await theContent()).people.auditor, PASSWORD) }, async (page) => {
    await page.goto("/config");
    await settled(page);
    await page.getByText(word("zh", "config.readOnly")).waitFor();
    expect(await page.locator("main section [id] input:not([type=hidden]):enabled, main section [id] textarea:enabled").count()).toBe(0);
  });
});

it.each([
  ["zh", ""],
  ["en", "/en"],
] as const)("a change is scheduled, held by somebody's save, taken away; and an old value comes back from the history, in %s", async (locale, base) => {
  const before = await read();
  const set = async (values: Record<string, unknown>) => good("PATCH", "/api/config", token, { version: (await read()).version, ...values });
  const label = word(locale, "config.keys.proof_wait_minutes");
  await withPage({ token, locale, size: NARROW }, async (page) => {
    await page.goto(`${base}/config#proof_wait_minutes`);
    await settled(page);
    await page.getByRole("textbox", { name: label }).fill("21");
    await page.getByRole("button", { name: word(locale, "config.schedule.open"), exact: true }).click();
    const dialog = page.getByRole("dialog").last();
    await dialog.locator("[data-setting=proof_wait_minutes]").waitFor();
    const at = dialog.getByRole("textbox", { name: word(locale, "config.schedule.at") });
    const moment = await at.inputValue();
    await at.fill("2020/01/01 10:00");
    await dialog.getByRole("button", { name: word(locale, "config.schedule.keep"), exact: true }).click();
    await dialog.getByText(word(locale, "config.schedule.atPast")).waitFor();
    await at.fill(moment);
    await dialog.getByRole("checkbox", { name: word(locale, "config.schedule.ends") }).check();
    const until = dialog.getByRole("textbox", { name: word(locale, "config.schedule.until") });
    const end = await until.inputValue();
    await until.fill(moment);
    await dialog.getByRole("button", { name: word(locale, "config.schedule.keep"), exact: true }).click();
    await dialog.getByText(word(locale, "config.schedule.untilEarly")).waitFor();
    await until.fill(end);
    await dialog.getByRole("button", { name: word(locale, "config.schedule.keep"), exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    // The change and its end, each with its moment.
    const waiting = page.locator("[data-schedule][data-status=waiting]");
    await waiting.first().getByText(moment, { exact: false }).waitFor();
    await waiting.last().getByText(end, { exact: false }).waitFor();
    await page.locator("#proof_wait_minutes").getByRole("link").first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(NARROW.width);
    // Somebody else saves the same setting: it is held, in view of everybody, and leaves by hand.
    await set({ proof_wait_minutes: 19, reason: "other" });
    const held = page.locator("[data-schedule][data-status=held]");
    await held.waitFor();
    // Taken away at once; its key brings it back, and it goes again.
    const dismiss = held.getByRole("button", { name: word(locale, "config.schedule.dismiss"), exact: true });
    await dismiss.click();
    await held.waitFor({ state: "detached" });
    await page.keyboard.press("z");
    await dismiss.click();
    await held.waitFor({ state: "detached" });
    await page.locator("#history [data-setting=proof_wait_minutes] button").first().click();
    const ask = page.getByRole("dialog").last();
    await ask.locator("[data-setting=proof_wait_minutes]").waitFor();
    const restore = ask.getByRole("button", { name: word(locale, "config.restore.action"), exact: true });
    // With nothing chosen there is nothing to restore.
    await ask.getByRole("checkbox").uncheck();
    await expect.poll(() => restore.isDisabled(), WAIT).toBe(true);
    await ask.getByRole("checkbox").check();
    await restore.click();
    await expect.poll(async () => (await read()).values.proof_wait_minutes, WAIT).toBe(before.values.proof_wait_minutes);
  });
});

it.each([
  ["zh", ""],
  ["en", "/en"],
] as const)("a change begins at once and ends by itself, in %s", async (locale, base) => {
  const before = await read();
  await withPage({ token, locale, size: NARROW }, async (page) => {
    await page.goto(`${base}/config#proof_wait_minutes`);
    await settled(page);
    await page.getByRole("textbox", { name: word(locale, "config.keys.proof_wait_minutes") }).fill("22");
    await page.getByRole("button", { name: word(locale, "config.schedule.open"), exact: true }).click();
    const dialog = page.getByRole("dialog").last();
    await dialog.getByRole("checkbox", { name: word(locale, "config.schedule.atOnce") }).check();
    // It has an end then, a day later unless another one is typed.
    const ends = dialog.getByRole("checkbox", { name: word(locale, "config.schedule.ends") });
    expect([await ends.isChecked(), await ends.isDisabled()]).toEqual([true, true]);
    const end = await dialog.getByRole("textbox", { name: word(locale, "config.schedule.until") }).inputValue();
    await dialog.getByRole("button", { name: word(locale, "config.schedule.beginNow"), exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    expect((await read()).values.proof_wait_minutes).toBe(22);
    await page.locator("[data-schedule][data-status=waiting]").getByText(end, { exact: false }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(NARROW.width);
  });
  const { items } = await good<{ items: { id: number; version: number; status: string }[] }>("GET", "/api/config/schedules", token);
  const waiting = items.filter(({ status }) => status === "waiting");
  expect(waiting).toHaveLength(1);
  for (const { id, version } of waiting) await good("POST", `/api/config/schedules/${id}/cancel`, token, { version });
  await good("PATCH", "/api/config", token, { version: (await read()).version, proof_wait_minutes: before.values.proof_wait_minutes });
});
