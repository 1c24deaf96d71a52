/** A passkey from its making to a sign-in, with the browser's own virtual device. */
import { expect, it } from "vitest";
import { PASSWORD } from "./parties.ts";
import { adminToken, good, theProduct, tokenOf } from "./product.ts";
import { settled, withPage } from "./support.ts";
import { word } from "./words.ts";

it("is made in the profile, confirms who one is, and signs in without a password", async () => {
  const account = `passkey.${Date.now()}`;
  await good("POST", "/api/users", await adminToken(), { account, email: `${account}@example.com`, user_type: "operator", password: PASSWORD });
  // Browsers know no passkeys at an address in numbers.
  const home = theProduct().baseUrl.replace("127.0.0.1", "localhost");
  await withPage({}, async (page, problems) => {
    const device = await page.context().newCDPSession(page);
    await device.send("WebAuthn.enable");
    await device.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await page.goto(`${home}/signin`);
    await page.evaluate((token) => localStorage.setItem("token", token), await tokenOf(account, PASSWORD));
    await page.goto(`${home}/profile`);
    await settled(page);
    await page.getByLabel(word("zh", "profile.passkeys.name"), { exact: true }).fill("办公电脑");
    await page.getByRole("button", { name: word("zh", "profile.passkeys.add") }).click();
    // The first second factor comes with recovery codes.
    await page.getByRole("button", { name: word("zh", "common.secretKept") }).click();
    await page.getByText("办公电脑", { exact: true }).waitFor();

    // Ended, and proved anew by the passkey alone.
    await page.getByRole("button", { name: word("zh", "frame.recheck.end") }).click();
    await page.getByRole("button", { name: word("zh", "frame.recheck.end") }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: word("zh", "profile.recovery.make") }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: word("zh", "profile.recovery.make") })
      .click();
    const passkey = page.getByRole("button", { name: word("zh", "frame.recheck.passkey") });
    await passkey.waitFor();
    expect(await passkey.evaluate((button) => button === document.activeElement)).toBe(true);
    await passkey.press("Enter");
    await page.getByRole("button", { name: word("zh", "common.secretKept") }).click();

    await page.getByRole("button", { name: /账号菜单/ }).click();
    await page.getByRole("menuitem", { name: "退出登录" }).click();
    await page.waitForURL(/\/signin$/);
    await page.getByRole("button", { name: word("zh", "signin.passkey") }).click();
    await page.waitForURL((url) => url.pathname === "/");
    expect(await good("GET", "/api/user", await page.evaluate(() => localStorage.getItem("token")))).toMatchObject({
      account,
      passkeys: 1,
      recovery_codes: 10,
    });
    // What was asked for again was refused once, as it should be.
    expect(problems.splice(0).filter((problem) => !/status of 403/.test(problem))).toEqual([]);
  });
});
