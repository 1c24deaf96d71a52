/** The places of the sweep: every screen, what opens on it, and what stands alone. `visit.ts` goes through them. */
import type { Page } from "playwright-core";
import { LINK_PATH } from "../../src/contract/links.ts";
import { meets } from "../../src/contract/needed.ts";
import { type Permission, permissionsOf, typeHas, type UserType } from "../../src/contract/permissions.ts";
import { businessDay } from "../../src/contract/time.ts";
import type { MessageKey } from "../../src/web/i18n/keys.ts";
import { type Locale, SCREENS, type ScreenName } from "../../src/web/screens.ts";
import { type Content, PASSWORD } from "./parties.ts";
import { theContent } from "./content.ts";
import { DIALOG } from "./axe.ts";
import { adminToken, call, good, theProduct, tokenOf } from "./product.ts";
import { at, settled } from "./support.ts";
import { word } from "./words.ts";

export interface Place {
  readonly name: string;
  readonly path: string;
  /** Whose eyes; none: nobody is signed in. */
  readonly who: "admin" | "merchant" | null;
  /** Message of the button that opens what is meant: a dialog. */
  readonly press?: MessageKey;
  /** It has one language, or is visited in one. */
  readonly only?: Locale;
  /** Other eyes see nearly the same elsewhere: it is looked at on a phone and on a desk alone. */
  readonly brief?: true;
}
let places: Place[] = [];
let tokens: Record<"admin" | "merchant", string>;
let content: Content;

async function firstOf(token: string, path: string): Promise<string | null> {
  const list = await call<{ items: { id: string }[] }>("GET", path, token);
  return list.success ? (list.data.items[0]?.id ?? null) : null;
}

/** Fills the product, and finds what there is to visit. */
export async function makePlaces(): Promise<void> {
  content = await theContent();
  tokens = { admin: await adminToken(), merchant: await tokenOf(content.people.merchant_admin, PASSWORD) };
  const drawers = {
    review: await firstOf(tokens.admin, "/api/payments?status=review"),
    done: await firstOf(tokens.admin, "/api/payments?status=completed"),
    sms: await firstOf(tokens.admin, "/api/sms?status=suspicious"),
    unmatched: await firstOf(tokens.admin, "/api/sms?status=unmatched"),
    wallet: content.wallets[0]?.id,
    merchant: content.merchants[0]?.id,
    user: await firstOf(tokens.admin, "/api/users"),
    journal: await firstOf(tokens.admin, "/api/journals"),
    unknown: await firstOf(tokens.admin, "/api/disburses?status=unknown"),
    paid: await firstOf(tokens.admin, "/api/disburses?status=completed"),
    batch: await firstOf(tokens.admin, "/api/disburses/batches"),
    bulk: (await good<{ id: string }>("POST", "/api/bulk", tokens.admin, { act: "wallets.disable", filter: {} })).id,
    transfer: await firstOf(tokens.admin, "/api/transfers?status=completed"),
    withdrawal: await firstOf(tokens.admin, "/api/withdrawal?status=paid"),
    manual: await firstOf(tokens.admin, "/api/manual?status=requested"),
    approval: await firstOf(tokens.admin, "/api/approvals?kind=merchants.fee-rule"),
    debit: await firstOf(tokens.admin, "/api/sms?kind=send_money&status=matched"),
  };
  const permissions = permissionsOf("operator").filter((one) => one !== "payments.decide");
  await call("POST", "/api/roles", tokens.admin, { name: "值班 Watch", user_type: "operator", permissions });
  const repeated = { list: "payments", filters: { status: "review" }, range: "yesterday", columns: ["id", "amount"], totals: true, format: "csv", lang: "zh" };
  await call("POST", "/api/exports/files", tokens.admin, repeated);
  await call("POST", "/api/exports/schedules", tokens.admin, { ...repeated, name: "07:30", frequency: "weekly", on: 5, time: "07:30" });
  // A merchant's own files are those that its people asked for.
  await call("POST", "/api/exports/files", tokens.merchant, repeated);
  const share = async (language: Locale): Promise<string> =>
    (await good<{ path: string }>("POST", "/api/links", tokens.admin, { object: drawers.done, valid: "hour", language, with_amount: true })).path;
  const links = { zh: await share("zh"), en: await share("en") };
  const day = businessDay(Date.now());
  const month = day.slice(0, 7);
  places = [
    { name: "signin", path: "/signin", who: null },
    { name: "error", path: "/no/such/page", who: null },
    { name: "shared link", path: links.zh, who: null, only: "zh" },
    { name: "shared link", path: links.en, who: null, only: "en" },
    // In both languages at once, on a page that is Chinese.
    { name: "link that is gone", path: `${LINK_PATH}${"A".repeat(43)}`, who: null, only: "zh" },
    // Ten rows show what a hundred would.
    ...screensOf("admin").map((name): Place => ({ name, path: `${SCREENS[name].path}?size=10`, who: "admin" })),
    { name: "payment in review", path: `/payments?size=10&open=${drawers.review}`, who: "admin" },
    { name: "payment completed", path: `/payments?size=10&open=${drawers.done}`, who: "admin" },
    { name: "suspicious message", path: `/sms?size=10&open=${drawers.sms}`, who: "admin" },
    { name: "unmatched message", path: `/sms?size=10&open=${drawers.unmatched}`, who: "admin" },
    { name: "message lab", path: "/sms?tab=lab", who: "admin" },
    { name: "rules", path: "/sms?tab=rules", who: "admin" },
    { name: "new rule", path: "/sms?tab=rules", who: "admin", press: "rules.create" },
    { name: "rule on", path: "/sms?tab=rules", who: "admin", press: "rules.action.on" },
    { name: "wallet", path: `/wallets?size=10&open=${drawers.wallet}`, who: "admin" },
    { name: "merchant", path: `/merchants?size=10&open=${drawers.merchant}`, who: "admin" },
    { name: "notifications", path: "/merchants?tab=deliveries", who: "admin" },
    { name: "user", path: `/users?size=10&open=${drawers.user}`, who: "admin" },
    { name: "activity", path: "/users?tab=audit", who: "admin" },
    { name: "roles", path: "/users?tab=roles", who: "admin" },
    { name: "new role", path: "/users?tab=roles", who: "admin", press: "roles.create" },
    { name: "journal", path: `/journals?size=10&open=${drawers.journal}`, who: "admin" },
    { name: "payout unknown", path: `/disburses?size=10&open=${drawers.unknown}`, who: "admin" },
    { name: "payout completed", path: `/disburses?size=10&open=${drawers.paid}`, who: "admin" },
    { name: "batches", path: "/disburses?tab=batches", who: "admin" },
    { name: "batch", path: `/disburses?tab=batches&open=${drawers.batch}`, who: "admin" },
    { name: "scheduled exports", path: "/exports?tab=schedules", who: "admin" },
    { name: "bulk action", path: `/bulk?open=${drawers.bulk}`, who: "admin" },
    { name: "message of a payout", path: `/sms?size=10&open=${drawers.debit}`, who: "admin" },
    { name: "transfer", path: `/transfers?size=10&open=${drawers.transfer}`, who: "admin" },
    { name: "new transfer", path: "/transfers?size=10", who: "admin", press: "transfers.action.create" },
    { name: "withdrawal", path: `/withdrawal?size=10&open=${drawers.withdrawal}`, who: "admin" },
    { name: "manual operation", path: `/manual?size=10&open=${drawers.manual}`, who: "admin" },
    { name: "approvals", path: "/manual?tab=approvals&size=10", who: "admin" },
    { name: "approval", path: `/manual?tab=approvals&size=10&open=${drawers.approval}`, who: "admin" },
    { name: "statistics", path: "/wallets?tab=statistics", who: "admin" },
    { name: "plots", path: "/wallets?tab=statistics&by=plots&range=today", who: "admin" },
    { name: "reconciliation", path: "/wallets?tab=reconciliation&range=today", who: "admin" },
    { name: "reconciled day", path: `/wallets?tab=reconciliation&range=today&open=${drawers.wallet}/${day}`, who: "admin" },
    { name: "fee editor", path: `/merchants?size=10&open=${drawers.merchant}`, who: "admin", press: "fees.change" },
    { name: "statement", path: `/api/wallets/${drawers.wallet}/statement?month=${month}`, who: "admin" },
    { name: "merchant's payouts", path: "/disburses", who: "merchant" },
    { name: "batch dialog", path: "/disburses?tab=batches", who: "merchant", press: "batches.action.upload" },
    { name: "merchant's withdrawals", path: "/withdrawal", who: "merchant" },
    { name: "merchant's home", path: "/", who: "merchant" },
    { name: "merchant's statistics", path: "/statistics?range=today", who: "merchant" },
    { name: "merchant's statistics of a week", path: "/statistics", who: "merchant" },
    { name: "merchant's payments", path: "/payments", who: "merchant" },
    { name: "merchant's settings", path: "/settings", who: "merchant" },
  ];
  const seen = new Set(places.filter(({ who }) => who === "merchant").map(({ path }) => path.split("?")[0]));
  const rest = screensOf("merchant_admin").filter((name) => !seen.has(SCREENS[name].path) && !NO_ROWS_OF_A_MERCHANT.includes(name));
  const briefly = rest.map((name, at): Place => {
    // Its people see of this screen the notifications alone.
    const path = name === "merchants" ? "/merchants?tab=deliveries" : SCREENS[name].path;
    return { name: `merchant's ${name}`, path, who: "merchant", only: at % 2 === 0 ? "zh" : "en", brief: true };
  });
  places = [...places, ...briefly];
}

/** Lists that the filled product has rows of for the platform only. */
const NO_ROWS_OF_A_MERCHANT: readonly string[] = ["bulk", "manual"] satisfies ScreenName[];

/** The screens that people of a type may open. */
function screensOf(type: UserType): ScreenName[] {
  const may = (permission: Permission): boolean => typeHas(type, permission);
  return (Object.keys(SCREENS) as ScreenName[]).filter((name) => name !== "signin" && meets(may, SCREENS[name].permission));
}

/** A statement is no screen: the dashboard opens it as a page of its own, which has the reader's token and no address. */
async function showStatement(page: Page, path: string, locale: Locale): Promise<void> {
  const answer = await fetch(`${theProduct().baseUrl}${path}&format=html&locale=${locale}`, { headers: { authorization: `Bearer ${tokens.admin}` } });
  if (!answer.ok) throw new Error(`the statement answered ${answer.status}`);
  const body = await answer.text();
  await page.route("**/statement", (route) => route.fulfill({ contentType: "text/html; charset=utf-8", body }));
  await page.goto("/statement");
}

/** Screens without a list of their own. */
const WITHOUT_ROWS: readonly string[] = ["index", "config", "profile", "settings", "signin", "statistics"] satisfies ScreenName[];

/** What a place shows when it has come: the rows of a list, the page of a screen, the one heading of what stands alone. */
function contentOf({ path, who }: Place): string {
  if (who === null) return "main h1";
  if (path.includes("tab=")) return "main :is([data-id], table, dl)";
  const screen = (Object.keys(SCREENS) as ScreenName[]).find((one) => SCREENS[one].path === path.split("?")[0]);
  return screen === undefined || WITHOUT_ROWS.includes(screen) ? "main h2" : "main [data-id]";
}

/** A page that the server writes whole, outside of the dashboard. */
export const isWritten = ({ path }: Place): boolean => path.startsWith("/api/") || path.startsWith("/share/");

/** The places of a language, each with its number among all. */
export const placesIn = (locale: Locale): readonly (readonly [number, Place])[] =>
  [...places.entries()].filter(([, { only }]) => only === undefined || only === locale);

/** The token of whose eyes they are; nobody has none. */
export const tokenFor = (who: Place["who"]): { readonly token: string } | undefined => (who === null ? undefined : { token: tokens[who] });

/** Opens a place as far as it is meant. @returns what did not open, or null */
export async function show(page: Page, place: Place, locale: Locale): Promise<string | null> {
  const { path, press } = place;
  if (path.startsWith("/share/")) {
    await page.goto(path);
    return page
      .locator("main h1")
      .waitFor()
      .then(() => null);
  }
  if (path.startsWith("/api/")) return showStatement(page, path, locale).then(() => null);
  await page.goto(at(locale, path));
  await settled(page);
  const opens = async (what: string): Promise<string | null> => {
    const came = page.locator(what).first().waitFor({ timeout: 60_000 });
    return came.then(
      () => null,
      () => `${what} did not open`,
    );
  };
  // Between a screen's arrival and its rows, and while the code of a tab is on its way, nothing says that more will come.
  const came = (await opens(contentOf(place))) ?? (path.includes("open=") ? await opens("[data-drawer] h3") : null);
  await settled(page);
  if (came !== null || press === undefined) return came;
  await page
    .getByRole("button", { name: word(locale, press), exact: true })
    .first()
    .click();
  return opens(`${DIALOG} h2`);
}
