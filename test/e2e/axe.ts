/** What axe finds on a page that lives. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

/** A dialog that stands over the page. */
export const DIALOG = '[role="dialog"]:not([data-drawer])';

/** Axe goes to the page as text with each look: what it says there is the same in 0.6 MB as in 1.5. */
const axeSource = readFileSync(createRequire(createRequire(import.meta.url).resolve("@axe-core/playwright")).resolve("axe-core/axe.min.js"), "utf8");

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

type Violations = Awaited<ReturnType<AxeBuilder["analyze"]>>["violations"];
const told = (violations: Violations): string[] =>
  violations.map(({ id, nodes }) => {
    const where = nodes.map(({ target, failureSummary }) => `${target.join(" ")} ${failureSummary ?? ""}`);
    return `${id}: ${where.slice(0, 3).join(" | ")}`;
  });

/**
 * What axe finds on the page as it stands, a line each. It takes a picture of the tree and reads it for a second; what a live page changes
 * under it is neither the old nor the new. So what it finds counts when nothing moved meanwhile; otherwise it looks anew. While a dialog is
 * open, only what stands in it is a target whose size counts: what it half covers on the page behind is a place of its own.
 */
export async function axeFinds(page: Page, dialog: boolean): Promise<string[]> {
  // One document without frames needs no second page to put what was found together.
  const axe = (): AxeBuilder => new AxeBuilder({ page, axeSource }).setLegacyMode().options({ resultTypes: ["violations"] });
  const whole = (): AxeBuilder => axe().withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]);
  const look = async (): Promise<Violations> => {
    if (!dialog) return (await whole().analyze()).violations;
    const page = await whole().disableRules(["target-size"]).analyze();
    const targets = await axe().withRules(["target-size"]).include(DIALOG).analyze();
    return [...page.violations, ...targets.violations];
  };
  for (let count = 1; ; count += 1) {
    const { found, moved } = await watched(page, look);
    if (found.length === 0 || !moved || count === LOOKS) return told(found);
    await page.waitForTimeout(500);
  }
}
