/** Signing in and out, the authenticator, the way back after a 401, and what is kept in the browser. */
import { TOTP, URI } from "otpauth";
import type { Page } from "playwright-core";
import { LOCALES } from "../../src/web/screens.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { type Content, PASSWORD } from "./parties.ts";
import { theContent } from "./content.ts";
import { adminToken, call, firstRow, good, theProduct, tokenOf } from "./product.ts";
import { at, settled, withPage } from "./support.ts";
import { word } from "./words.ts";

let content: Content;
beforeAll(async () => {
  content = await theContent();
});

async function enter(page: Page, account: string, password: string): Promise<void> {
  await page.locator('input[autocomplete="username"]').fill(account);
  await page.locator('input[autocomplete="current-password"]').fill(password);
  await page.locator('button[type="submit"]').click();
}
const token = (page: Page): Promise<string | null> => page.evaluate(() => localStorage.getItem("token"));
/** A person of its own for tests that change the account. */
async function person(account: string): Promise<string> {
  await good("POST", "/api/users", await adminToken(), { account, email: `${account}@example.com`, user_type: "operator", password: PASSWORD });
  return account;
}

describe("sign-in", () => {
  it("says that fields are missing, and that account or password is wrong, without saying which", async () => {
    await withPage({}, async (page) => {
      await page.goto("/signin");
      await page.locator('button[type="submit"]').click();
      await page.getByText("请填写所有必填字段").waitFor();
      await page.locator('input[autocomplete="username"]:focus').waitFor();
      await enter(page, "nobody.here", "wrong-password-1");
      const alert = page.getByRole("alert");
      await page.waitForFunction(() => /错误|不正确/.test(document.querySelector("[role=alert]")?.textContent ?? ""));
      await page.locator('input[autocomplete="current-password"]:focus').waitFor();
      const unknown = await alert.innerText();
      await enter(page, content.people.auditor, "wrong-password-1");
      await page.waitForFunction(() => /错误|不正确/.test(document.querySelector("[role=alert]")?.textContent ?? ""));
      expect(await alert.innerText()).toBe(unknown);
      expect(await token(page)).toBeNull();
    });
  });

  it("goes to the screen that was asked for, keeps the token and nothing else of the profile", async () => {
    await withPage({ locale: "en" }, async (page) => {
      await page.goto("/en/payments?status=review&size=50");
      await page.waitForURL(/\/en\/signin$/);
      await enter(page, content.people.auditor, PASSWORD);
      await page.waitForURL(/\/en\/payments\?status=review&size=50$/);
      await settled(page);
      expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(["token"]);
      expect(await good("GET", "/api/user", await token(page))).toMatchObject({ account: content.people.auditor });
      await page.reload();
      await settled(page);
      expect(new URL(page.url()).pathname).toBe("/en/payments");
    });
  });

  it("ends with sign-out: memory, storage and the server's session", async () => {
    await withPage({}, async (page) => {
      await page.goto("/signin");
      await enter(page, content.people.finance, PASSWORD);
      await page.waitForURL((url) => url.pathname === "/");
      await settled(page);
      const old = await token(page);
      await page.getByRole("button", { name: /账号菜单/ }).click();
      await page.getByRole("menuitem", { name: "退出登录" }).click();
      await page.waitForURL(/\/signin$/);
      expect(await token(page)).toBeNull();
      expect((await call("GET", "/api/user", old)).status).toBe(401);
      expect(await page.getByText(word("zh", "signin.ended")).count()).toBe(0);
      await page.goto("/payments");
      await page.waitForURL(/\/signin$/);
      await page.locator('button[type="submit"]').waitFor();
      expect(await page.getByText(word("zh", "signin.ended")).count()).toBe(0);
    });
  });
});

describe("after signing out", () => {
  it("Back leads to sign-in, and the next person begins anew", async () => {
    await withPage({}, async (page) => {
      await page.goto("/signin");
      await enter(page, content.people.finance, PASSWORD);
      await page.waitForURL((url) => url.pathname === "/");
      await page.goto("/payments?status=review&q=0171");
      await settled(page);
      await page.locator('nav a[href^="/wallets"]').first().click();
      await page.waitForURL(/\/wallets$/);
      await settled(page);
      await page.getByRole("button", { name: /账号菜单/ }).click();
      await page.getByRole("menuitem", { name: "退出登录" }).click();
      await page.waitForURL(/\/signin$/);
      await page.goBack();
      await page.waitForURL(/\/signin$/);
      await page.locator('button[type="submit"]').waitFor();
      await enter(page, content.people.auditor, PASSWORD);
      await page.waitForURL((url) => url.pathname === "/");
      await settled(page);
      await page.locator('nav a[href^="/payments"]').first().click();
      await page.waitForURL((url) => url.pathname === "/payments");
      expect(new URL(page.url()).search).toBe("");
    });
  });
});

describe("a 401", () => {
  it("leads to sign-in in the language of the page, leaves the token, and back again afterwards", async () => {
    const own = await tokenOf(content.people.operator, PASSWORD);
    await withPage({ locale: "en", token: own }, async (page) => {
      await page.goto("/en/sms?status=unmatched");
      await settled(page);
      await good("POST", "/api/signout", own, {});
      await page.waitForURL(/\/en\/signin$/, { timeout: 60_000 });
      await page.getByText(word("en", "signin.ended")).waitFor();
      expect(await token(page)).toBe(own);
      await enter(page, content.people.operator, PASSWORD);
      await page.waitForURL(/\/en\/sms\?status=unmatched$/);
      expect(await token(page)).not.toBe(own);
    });
  });
});

describe("the authenticator", () => {
  it("is set up with a key, asked for at the next sign-in, and refuses a wrong code in words", async () => {
    const account = await person(`otp.${Date.now()}`);
    await withPage({}, async (page) => {
      await page.goto("/signin");
      await enter(page, account, PASSWORD);
      await page.waitForURL((url) => url.pathname === "/");
      await page.goto("/profile");
      await settled(page);
      await page.getByRole("switch").first().click();
      await page.getByRole("button", { name: "生成密钥" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "生成密钥" }).click();
      await page.getByRole("img", { name: /二维码/ }).waitFor();
      const profile = await good<{ totp: string }>("GET", "/api/user", await token(page));
      const totp = URI.parse(profile.totp) as TOTP; // the product makes time-based keys alone
      const field = page.locator('input[autocomplete="one-time-code"]');
      await field.fill(totp.generate() === "000000" ? "111111" : "000000");
      await field.press("Enter");
      await page.getByText("验证码无效").waitFor();
      await field.fill(totp.generate());
      await field.press("Enter");
      // Ten recovery codes come with it, this once.
      const codes = page.getByRole("dialog").filter({ hasText: word("zh", "profile.recovery.text") });
      await codes.locator("dd").first().waitFor();
      expect(await codes.locator("dd").count()).toBe(10);
      const recovery = await codes.locator("dd").first().innerText();
      await codes.getByRole("button", { name: word("zh", "common.secretKept") }).click();
      await page.getByText("验证成功").waitFor();
      expect(await good("GET", "/api/user", await token(page))).toMatchObject({ on_totp: true, totp: null });
      await page.getByRole("button", { name: /账号菜单/ }).click();
      await page.getByRole("menuitem", { name: "退出登录" }).click();
      await page.waitForURL(/\/signin$/);
      await enter(page, account, PASSWORD);
      await field.waitFor();
      // The authenticator is not at hand: one of the codes stands in for it.
      await page.getByRole("button", { name: word("zh", "signin.useRecovery") }).click();
      await field.fill(recovery.trim());
      await field.press("Enter");
      await page.waitForURL((url) => url.pathname === "/");
      expect(await good("GET", "/api/user", await token(page))).toMatchObject({ recovery_codes: 9 });
    });
  });
});

describe("an authenticator that an administrator has cleared", () => {
  it("is set up anew by its person alone, before anything else, who then goes on", async () => {
    const account = await person(`cleared.${Date.now()}`);
    const own = await tokenOf(account, PASSWORD);
    const key = await good<{ totp: string; token: string }>("PUT", "/api/user/authenticator/reset", own, {});
    await good("POST", "/api/user/verify", key.token, { code: (URI.parse(key.totp) as TOTP).generate() });
    const { id } = await firstRow(`/api/users?q=${account}`, await adminToken());
    await withPage({ locale: "en", token: await adminToken() }, async (page) => {
      await page.goto(`/en/users?open=${id}`);
      await settled(page);
      await page
        .getByRole("dialog")
        .getByRole("button", { name: word("en", "users.action.authenticator-reset") })
        .click();
      const question = page.getByRole("dialog").filter({ hasText: word("en", "common.areYouSure") });
      // The trail beside it says the same words of what its person did: what counts is the answer.
      const answer = page.waitForResponse((one) => one.request().method() !== "GET" && one.url().includes(`/api/users/${id}/`));
      await question.getByRole("button", { name: word("en", "users.action.authenticator-reset") }).click();
      expect((await answer).status()).toBe(200);
      await page.getByText(word("en", "users.done.authenticator-reset"), { exact: true }).first().waitFor();
      await question.waitFor({ state: "hidden" });
      // Nothing that would make a code is on the administrator's screen.
      expect(await page.getByRole("img", { name: /QR/ }).count()).toBe(0);
      expect(await page.content()).not.toMatch(/otpauth|secret=/);
    });
    await withPage({ locale: "en" }, async (page) => {
      await page.goto("/en/sms?status=unmatched");
      await page.waitForURL(/\/en\/signin$/);
      await enter(page, account, PASSWORD);
      await page.waitForURL(/\/en\/profile$/);
      await page.getByText(word("en", "frame.must.totp")).waitFor();
      await page.getByRole("img", { name: /QR/ }).waitFor();
      await page.goto("/en/payments");
      await page.waitForURL(/\/en\/profile$/);
      await page.getByRole("img", { name: /QR/ }).waitFor();
      const { totp } = await good<{ totp: string }>("GET", "/api/user", await token(page));
      const field = page.locator('input[autocomplete="one-time-code"]');
      await field.fill((URI.parse(totp) as TOTP).generate());
      await field.press("Enter");
      await page.getByRole("button", { name: word("en", "common.secretKept") }).click();
      await page.waitForURL(/\/en\/payments$/);
      await settled(page);
      expect(await good("GET", "/api/user", await token(page))).toMatchObject({ on_totp: true, totp: null, totp_required: false });
    });
  });
});

describe("a sign-in on a new device", () => {
  const elsewhere = async (account: string): Promise<void> => {
    const answer = await fetch(`${theProduct().baseUrl}/api/signin`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ account, password: PASSWORD }),
    });
    expect(answer.status).toBe(200);
  };
  const strips = (page: Page) => page.locator("[data-new-device]");

  it.each(LOCALES)("is told to its owner, who says whether it was him, in %s", async (locale) => {
    const viewer = content.people.merchant_viewer;
    await withPage({ locale, token: await tokenOf(viewer, PASSWORD) }, async (page) => {
      await elsewhere(viewer);
      await elsewhere(viewer);
      await page.goto(at(locale, "/profile"));
      await strips(page).nth(1).waitFor();
      // The list of sessions comes after the strips.
      await expect.poll(() => page.getByText(word(locale, "profile.newDevice.tag"), { exact: true }).count(), { timeout: 60_000 }).toBe(2);
      await strips(page)
        .first()
        .getByRole("button", { name: word(locale, "profile.newDevice.mine"), exact: true })
        .click();
      await page.waitForFunction(() => document.querySelectorAll("[data-new-device]").length === 1);
      await strips(page)
        .getByRole("button", { name: word(locale, "profile.newDevice.notMine"), exact: true })
        .click();
      await page
        .getByRole("dialog")
        .getByRole("button", { name: word(locale, "profile.newDevice.end"), exact: true })
        .click();
      await page.getByText(word(locale, "profile.newDevice.ended")).waitFor();
      await page.waitForFunction(() => document.querySelectorAll("[data-new-device]").length === 0);
    });
  });
});

describe("the own password", () => {
  it("says at its field that the present one is wrong, and goes there", async () => {
    await withPage({ token: await tokenOf(content.people.auditor, PASSWORD) }, async (page) => {
      await page.goto("/profile");
      await settled(page);
      const form = page.locator("form", { has: page.locator('[autocomplete="new-password"]') });
      const present = form.locator('[autocomplete="current-password"]');
      await present.fill("not-the-password");
      for (const field of await form.locator('[autocomplete="new-password"]').all()) await field.fill("Cardamom-7-river-stone");
      await form.locator('button[type="submit"]').click();
      await form.getByText(word("zh", "profile.password.wrong")).waitFor();
      await form.locator('[autocomplete="current-password"]:focus[aria-invalid="true"]').waitFor();
      expect(await present.inputValue()).toBe("not-the-password");
    });
  });
});

describe("a one-time password", () => {
  it("must be changed before anything else can be seen", async () => {
    const made = await good<{ password: string }>("POST", "/api/users", await adminToken(), {
      account: `one.time.${Date.now()}`,
      email: "one@example.com",
      user_type: "finance",
    });
    const account = (made as unknown as { account: string }).account; // the row is part of the answer
    await withPage({}, async (page) => {
      await page.goto("/payments");
      await page.waitForURL(/\/signin$/);
      await enter(page, account, made.password);
      await page.waitForURL(/\/profile$/);
      await page.getByText("当前为一次性密码").first().waitFor();
      expect(await page.locator('nav a[href="/payments"]').count()).toBe(0);
      await page.goto("/payments");
      await page.waitForURL(/\/profile$/);
    });
  });
});

describe("an address without a prefix", () => {
  it("is English for whoever reads English, at sign-in and behind it, and leaves the choice alone", async () => {
    await withPage({ locale: "en" }, async (page) => {
      await page.goto("/payments?status=review");
      await page.waitForURL(/\/en\/signin$/);
      await page.getByRole("heading", { name: word("en", "signin.heading") }).waitFor();
      await enter(page, content.people.auditor, PASSWORD);
      await page.waitForURL(/\/en\/payments\?status=review$/);
      await settled(page);
      // A colleague's link, and Back over a page of the other language.
      await page.goto("/wallets");
      await page.waitForURL(/\/en\/wallets$/);
      await settled(page);
      await page.evaluate(() => history.pushState(null, "", "/sms"));
      await page.goto("/en/users");
      await settled(page);
      await page.goBack();
      await page.waitForURL(/\/en\/sms$/);
      await settled(page);
      const cookie = async () => (await page.context().cookies()).find((one) => one.name === "locale")?.value;
      expect(await cookie()).toBe("en");
      await page.getByRole("button", { name: /中文/ }).first().click();
      await page.waitForURL(/[^n]\/sms$/);
      await settled(page);
      expect(await cookie()).toBe("zh");
      // An English link is shown in English and changes no choice either.
      await page.goto("/en/payments");
      await settled(page);
      expect([await page.evaluate(() => document.documentElement.lang), await cookie()]).toEqual(["en", "zh"]);
    });
  });
});

describe("the language", () => {
  it("is kept for 365 days in a cookie of its own, and wins over the browser's", async () => {
    await withPage({ locale: "zh" }, async (page) => {
      await page.goto("/signin");
      await page.getByRole("button", { name: /English/ }).click();
      await page.waitForURL(/\/en\/signin$/);
      const cookie = (await page.context().cookies()).find((one) => one.name === "locale");
      expect(cookie).toMatchObject({ value: "en", path: "/", sameSite: "Lax" });
      expect(Math.round(((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400)).toBe(365);
      await page.goto("/");
      await page.waitForURL(/\/en\/signin$/);
      expect(await page.evaluate(() => document.documentElement.lang)).toBe("en");
    });
  });
});
