/** What axe finds on a page that lives. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

/** A dialog that stands over the page. */
export const DIALOG = '[role="dialog"]:not([data-drawer])';

/** Axe goes to a document as text, once: what it says there is the same in 0.6 MB as in 1.5. */
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

/** What axe takes to run, and what it answers, as far as it is asked here. */
interface Look {
  /** Without: the rules that axe runs by itself. */
  readonly runOnly?: { readonly type: "tag" | "rule"; readonly values: readonly string[] };
  readonly rules?: Readonly<Record<string, { readonly enabled: boolean }>>;
  /** Of what it found right, nothing is described. */
  readonly resultTypes: readonly ["violations"];
}
interface Answer {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[] }[];
}

/**
 * One look of axe, a line for each rule that something breaks. The builder that comes with it sends axe twice with every look and takes
 * the whole of its report back; only these lines leave the page here.
 * @param within what is looked at; null: all of the document
 */
async function run(page: Page, look: Look, within: string | null): Promise<string[]> {
  // It looks into no frame: a page that had one would need more than this.
  if (page.frames().length > 1) throw new Error("axe does not look into frames");
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource);
  return page.evaluate(
    async ([within, look]) => {
      const { axe } = window as unknown as { axe: { run(context: unknown, look: Look): Promise<Answer> } }; // put there above
      const { violations } = await axe.run(within === null ? document : { include: [[within]] }, look);
      return violations.map(({ id, nodes }) => {
        const where = nodes.map(({ target, failureSummary }) => `${target.join(" ")} ${failureSummary ?? ""}`);
        return `${id}: ${where.slice(0, 3).join(" | ")}`;
      });
    },
    [within, look] as const,
  );
}

/** What axe's own rules find now, in what is named or in all of the page. */
export const axeFindsNow = (page: Page, within: string | null = null): Promise<string[]> => run(page, { resultTypes: ["violations"] }, within);

const WHOLE: Look = {
  runOnly: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] },
  resultTypes: ["violations"],
};
const WITHOUT_TARGETS: Look = { ...WHOLE, rules: { "target-size": { enabled: false } } };
const TARGETS: Look = { ...WHOLE, runOnly: { type: "rule", values: ["target-size"] } };

/**
 * What axe finds on the page as it stands, a line each. It takes a picture of the tree and reads it for a second; what a live page changes
 * under it is neither the old nor the new. So what it finds counts when nothing moved meanwhile; otherwise it looks anew. While a dialog is
 * open, only what stands in it is a target whose size counts: what it half covers on the page behind is a place of its own.
 */
export async function axeFinds(page: Page, dialog: boolean): Promise<string[]> {
  const look = async (): Promise<string[]> =>
    dialog ? [...(await run(page, WITHOUT_TARGETS, null)), ...(await run(page, TARGETS, DIALOG))] : run(page, WHOLE, null);
  for (let count = 1; ; count += 1) {
    const { found, moved } = await watched(page, look);
    if (found.length === 0 || !moved || count === LOOKS) return found;
    await page.waitForTimeout(500);
  }
}
