/** What a custom role leaves out: masked on both sides, shown for a reason by who may, and in force while its holder works. */
import { beforeAll, describe, expect, it } from "vitest";
import { permissionsOf, type Permission, rightsOf, type UserType } from "../../src/contract/permissions.ts";
import type { RoleRow } from "../../src/contract/roles.schema.ts";
import type { AuditRow } from "../../src/contract/users.schema.ts";
import { phoneText } from "../../src/web/i18n/format.ts";
import { LOCALES, type Locale } from "../../src/web/screens.ts";
import { DIALOG } from "./axe.ts";
import { theContent } from "./content.ts";
import { type Content, PASSWORD } from "./parties.ts";
import { adminToken, firstRow, good, tokenOf } from "./product.ts";
import { at, NARROW, settled, WIDE, withPage } from "./support.ts";
import { word } from "./words.ts";

const SIZES = { zh: WIDE, en: NARROW } as const satisfies Record<Locale, object>;
const MASKED = /\d\*{2} \*{2}\d/;

let admin: string;
let content: Content;
beforeAll(async () => {
  content = await theContent();
  admin = await adminToken();
});

/** Somebody of a type whose role leaves these out. */
async function somebody(name: string, type: UserType, without: readonly Permission[], merchantId?: string): Promise<{ token: string; role: RoleRow }> {
  // What is of no use without them goes with them.
  const permissions = [
    ...rightsOf(
      type,
      permissionsOf(type).filter((one) => !without.includes(one)),
    ),
  ];
  const role = await good<RoleRow>("POST", "/api/roles", admin, { name, user_type: type, permissions });
  const house = merchantId === undefined ? {} : { merchant_id: merchantId };
  const person = { account: name, email: `${name}@example.com`, user_type: type, role_id: role.id, password: PASSWORD, ...house };
  await good("POST", "/api/users", admin, person);
  return { token: await tokenOf(name, PASSWORD), role };
}

describe.each(LOCALES)("a masked order, in %s", (locale) => {
  it("is shown for a reason that stands in the trail, and hidden again", async () => {
    const who = `night.${locale}`;
    const { token } = await somebody(who, "operator", ["phones.unmask"]);
    const { id, customer } = await firstRow<{ id: string; customer: string | null }>("/api/payments?status=completed", admin);
    const whole = phoneText(customer ?? "");
    expect(whole).toMatch(/^\d[\d ]+$/);
    await withPage({ token, locale, size: SIZES[locale] }, async (page) => {
      await page.goto(at(locale, `/payments?open=${id}`));
      const drawer = page.locator("[data-drawer]");
      await drawer.locator("h3").first().waitFor();
      await settled(page);
      expect(await drawer.getByText(whole, { exact: true }).count()).toBe(0);
      expect(await drawer.innerText()).toMatch(MASKED);
      await drawer.getByRole("button", { name: word(locale, "roles.reveal.button"), exact: true }).click();
      const form = page.locator(DIALOG).last();
      const send = form.getByRole("button", { name: word(locale, "roles.reveal.submit"), exact: true });
      const reason = form.getByRole("textbox", { name: word(locale, "words.field.reason") });
      await send.click();
      await form.getByText(word(locale, "common.required")).waitFor();
      await reason.fill("  a  ");
      await send.click();
      await form.getByText(word(locale, "roles.reveal.reasonBad"), { exact: true }).waitFor();
      await reason.fill("customer calls to check");
      await send.click();
      await drawer.getByText(whole, { exact: true }).first().waitFor();
      await drawer.getByRole("button", { name: word(locale, "roles.reveal.hide"), exact: true }).click();
      await drawer.getByText(whole, { exact: true }).first().waitFor({ state: "detached" });
      expect(await drawer.innerText()).toMatch(MASKED);
    });
    const { items } = await good<{ items: AuditRow[] }>("GET", `/api/audit?action=privacy.reveal&object_id=${id}`, admin);
    expect(items.filter(({ actor }) => actor.account === who).map(({ after }) => after)).toEqual([{ shown: "phones", reason: "customer calls to check" }]);
  });

  it("has no amount for a merchant's people whose role leaves amounts out, and nobody of them shows it", async () => {
    const [merchant] = content.merchants;
    const { token } = await somebody(`clerk.${locale}`, "merchant_admin", ["amounts.see"], merchant?.id);
    await withPage({ token, locale, size: SIZES[locale] }, async (page) => {
      await page.goto(at(locale, "/payments?status=completed"));
      await page.locator("main [data-id]").first().waitFor();
      await settled(page);
      expect(await page.locator("main [data-id]").first().innerText()).toContain("•••");
      expect(await page.locator("main").innerText()).not.toMatch(/\d\.\d{2}(?!\d)/);
      await page.locator("main [data-id] a, main [data-id] button").first().click();
      const drawer = page.locator("[data-drawer]");
      await drawer.locator("h3").first().waitFor();
      await settled(page);
      expect(await drawer.getByRole("button", { name: word(locale, "roles.reveal.button"), exact: true }).count()).toBe(0);
      expect(await drawer.innerText()).not.toMatch(/\d\.\d{2}(?!\d)/);
    });
  });

  it("follows a role that is changed while its holder works, without a reload", async () => {
    const { token, role } = await somebody(`shift.${locale}`, "operator", []);
    const { id } = await firstRow<{ id: string }>("/api/payments?status=review", admin);
    await withPage({ token, locale, size: SIZES[locale] }, async (page) => {
      await page.goto(at(locale, `/payments?open=${id}`));
      const drawer = page.locator("[data-drawer]");
      const approve = drawer.getByRole("button", { name: word(locale, "orders.approve") });
      await approve.first().waitFor();
      const permissions = role.permissions.filter((one) => one !== "payments.decide" && one !== "phones.unmask");
      await good("PATCH", `/api/roles/${role.id}`, admin, { version: role.version, permissions });
      await page.getByText(word(locale, "roles.changed")).waitFor();
      await approve.first().waitFor({ state: "detached" });
      await drawer.getByRole("button", { name: word(locale, "roles.reveal.button"), exact: true }).waitFor();
      expect(new URL(page.url()).searchParams.get("open")).toBe(id);
    });
  });
});
