/** Every screen as one sweep: readable by everybody, complete in its language, quiet. Two files share it, so that two workers do. */
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { meets } from "../../src/contract/needed.ts";
import { type Permission, permissionsOf, typeHas } from "../../src/contract/permissions.ts";
import { businessDay } from "../../src/contract/time.ts";
import { type Locale, SCREENS, type ScreenName } from "../../src/web/screens.ts";
import { type Content, PASSWORD } from "./parties.ts";
import { theContent } from "./content.ts";
import { adminToken, at, call, good, keepEvidence, openContext, type Scheme, settled, theProduct, tokenOf, watchProblems } from "./support.ts";
import { untranslated, word } from "./words.ts";

/** The other language's own name, and what is written the same for everybody. */
const SAME_EVERYWHERE = new Set(["English", "中文"]);
const TITLES = { zh: "收付台", en: "Floatdesk" } as const;

export interface Place {
  readonly name: string;
  readonly path: string;
  /** Whose eyes; none: nobody is signed in. */
  readonly who: "admin" | "merchant" | null;
  /** Message of the button that opens what is meant: a dialog. */
  readonly press?: string;
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
  const day = businessDay(Date.now());
  const month = day.slice(0, 7);
  const ofAdmins = (permission: Permission): boolean => typeHas("admin", permission);
  const screens = (Object.keys(SCREENS) as ScreenName[]).filter((name) => name !== "signin" && meets(ofAdmins, SCREENS[name].permission));
  places = [
    { name: "signin", path: "/signin", who: null },
    { name: "error", path: "/no/such/page", who: null },
    // Ten rows show what a hundred would.
    ...screens.map((name): Place => ({ name, path: `${SCREENS[name].path}?size=10`, who: "admin" })),
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
    { name: "plots", path: "/wallets?tab=statistics&view=plots&range=today", who: "admin" },
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

/** A dialog that stands over the page. */
const DIALOG = '[role="dialog"]:not([data-drawer])';

/** The places of a person that are screens, and the token to see them with. */
export const placesOf = (who: "admin" | "merchant"): { readonly token: string; readonly places: readonly Place[] } => ({
  token: tokens[who],
  places: places.filter((place) => place.who === who && !place.path.startsWith("/api/")),
});

/** Opens a place as far as it is meant. @returns what did not open, or null */
export async function show(page: Page, place: Place, locale: Locale): Promise<string | null> {
  const { path, press } = place;
  if (path.startsWith("/api/")) return showStatement(page, path, locale).then(() => null);
  await page.goto(at(locale, path));
  await settled(page);
  const opens = async (what: string): Promise<string | null> => {
    const came = page.locator(what).first().waitFor({ timeout: 5000 });
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

/** How often axe may look until the page stood still under it. */
const LOOKS = 5;

/** Runs `look` and answers what it found and whether anything on the page changed meanwhile. */
async function watched<T>(page: Page, look: () => Promise<T>): Promise<{ found: T; moved: boolean }> {
  await page.evaluate(() => {
    const seen = window as unknown as { moves: MutationObserver }; // a place of our own on the page
    seen.moves = new MutationObserver(() => (document.documentElement.dataset["moved"] = "yes"));
    seen.moves.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  });
  const found = await look();
  const moved = await page.evaluate(() => {
    (window as unknown as { moves: MutationObserver }).moves.disconnect(); // set above
    const { moved } = document.documentElement.dataset;
    delete document.documentElement.dataset["moved"];
    return moved === "yes";
  });
  return { found, moved };
}

/**
 * What axe finds on the page as it stands. It takes a picture of the tree and reads it for a second; what a live page changes under it
 * is neither the old nor the new. So what it finds counts when nothing moved meanwhile; otherwise it looks anew. While a dialog is
 * open, only what stands in it is a target whose size counts: what it half covers on the page behind is a place of its own.
 */
async function axeFinds(page: Page, dialog: boolean): Promise<Awaited<ReturnType<AxeBuilder["analyze"]>>["violations"]> {
  // One document without frames needs no second page to put what was found together.
  const axe = (): AxeBuilder => new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
  const whole = (): AxeBuilder => axe().withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]);
  const look = async (): Promise<Awaited<ReturnType<AxeBuilder["analyze"]>>["violations"]> => {
    if (!dialog) return (await whole().analyze()).violations;
    const page = await whole().disableRules(["target-size"]).analyze();
    const targets = await axe().withRules(["target-size"]).include(DIALOG).analyze();
    return [...page.violations, ...targets.violations];
  };
  for (let count = 1; ; count += 1) {
    const { found, moved } = await watched(page, look);
    if (found.length === 0 || !moved || count === LOOKS) return found;
    await page.waitForTimeout(500);
  }
}

/** To look at them: E2E_SHOTS=<folder> keeps a picture of every place. A picture is of the last frame that was painted, which can be an earlier one. */
async function keepPicture(page: Page, name: string): Promise<void> {
  if (process.env.E2E_SHOTS === undefined) return;
  await page.waitForTimeout(300);
  await page.screenshot({ path: join(process.env.E2E_SHOTS, `${name}.png`) });
}

/** What is wrong with the page as it stands; empty is right. A statement is printed, and its title names the file. */
async function faults(page: Page, locale: Locale, axe: boolean, { path, press }: Place): Promise<Record<string, unknown>> {
  const statement = path.startsWith("/api/");
  const violations = axe ? await axeFinds(page, press !== undefined) : [];
  const words = await untranslated(page, locale, SAME_EVERYWHERE);
  const facts = await page.evaluate(() => ({
    lang: document.documentElement.lang,
    title: document.title,
    over: document.documentElement.scrollWidth - window.innerWidth,
  }));
  return {
    ...(violations.length > 0
      ? {
          axe: violations.map(
            (one) =>
              `${one.id}: ${one.nodes
                .map((node) => `${node.target.join(" ")} ${node.failureSummary ?? ""}`)
                .slice(0, 3)
                .join(" | ")}`,
          ),
        }
      : {}),
    ...(words.foreign.length > 0 ? { foreign: words.foreign } : {}),
    ...(words.keys.length > 0 ? { keys: words.keys } : {}),
    ...(facts.lang === (locale === "zh" ? "zh-CN" : "en") ? {} : { lang: facts.lang }),
    ...(facts.title.length > TITLES[locale].length && (statement || facts.title.includes(TITLES[locale])) ? {} : { title: facts.title }),
    ...(facts.over > 0 ? { over: facts.over } : {}),
  };
}

/** Which language, scheme and width, how often axe looks, and whether every place is visited or each second one. */
export interface View {
  readonly locale: Locale;
  readonly scheme: Scheme;
  readonly size: { readonly width: number; readonly height: number };
  readonly axeEach: number;
  readonly half: 0 | 1 | null;
}

/** What is wrong with any screen in this view, by the screen's name; empty is right. */
export async function sweep({ locale, scheme, size, axeEach, half }: View): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const who of ["admin", "merchant", null] as const) {
    const context = await openContext({ locale, scheme, size, ...(who === null ? {} : { token: tokens[who] }) });
    const page = await context.newPage();
    for (const [index, place] of places.filter((one, at) => one.who === who && (half === null || at % 2 === half)).entries()) {
      const problems = watchProblems(page);
      const shown = await show(page, place, locale);
      await keepPicture(page, `${place.name}-${locale}-${scheme}`);
      const wrong = {
        ...(await faults(page, locale, index % axeEach === 0, place)),
        ...(shown === null ? {} : { shown }),
        ...(problems.length > 0 ? { console: [...problems] } : {}),
      };
      if (Object.keys(wrong).length > 0) {
        found[place.name] = wrong;
        await keepEvidence(page, place.name, [JSON.stringify(wrong, null, 2)]);
      }
      page.removeAllListeners();
    }
    await context.close();
  }
  return found;
}
