/**
 * One tooltip and one copy handler for the whole page, by event delegation: an element only carries `data-tip="text"` or
 * `data-copy="value"`. Rows of a table cost nothing extra. Started once by {@link startTips}.
 */
import { afterPicture } from "../after-picture.ts";
import { isCovered } from "../covered.ts";
import { text } from "../i18n/keys.ts";
import { copyText } from "./copy-text.ts";
import "./tip.css";

/** Display time of a "copied" tooltip (docs/specification.md, section 9). */
export const TIP_MS = 3000;

let box: HTMLDivElement | null = null;
let owner: Element | null = null;
let hideTimer: ReturnType<typeof setTimeout> | undefined;
/** While set, the tooltip says "copied" and does not follow the pointer. */
let pinned = false;

function theBox(): HTMLDivElement {
  if (box === null || !box.isConnected) {
    box = document.createElement("div");
    box.id = "fd-tip";
    box.className = "fd-tip";
    box.setAttribute("role", "tooltip");
    document.body.append(box);
  }
  return box;
}

function show(target: Element, words: string): void {
  const tip = theBox();
  owner?.removeAttribute("aria-describedby");
  owner = target;
  tip.textContent = words;
  tip.dataset.shown = "true";
  target.setAttribute("aria-describedby", tip.id);
  place(tip, target);
}

/** Puts the tooltip over its element, or under it where there is no room. */
function place(tip: HTMLElement, target: Element): void {
  const at = target.getBoundingClientRect();
  const size = tip.getBoundingClientRect();
  const above = at.top >= size.height + 12;
  const left = Math.min(Math.max(8, at.left + at.width / 2 - size.width / 2), Math.max(8, window.innerWidth - size.width - 8));
  tip.style.transform = `translate(${Math.round(left)}px, ${Math.round(above ? at.top - size.height - 6 : at.bottom + 6)}px)`;
}

/**
 * The page was scrolled: the tooltip goes with its element. Where that is gone or out of sight nothing points at it any more, but what
 * was copied is said for its whole time, where it stands.
 */
function follow(): void {
  if (owner === null || box === null) return;
  const { top, bottom } = owner.getBoundingClientRect();
  if (owner.isConnected && bottom > 0 && top < window.innerHeight) place(box, owner);
  else if (!pinned) hide();
}

function hide(): void {
  pinned = false;
  clearTimeout(hideTimer);
  owner?.removeAttribute("aria-describedby");
  owner = null;
  if (box !== null) delete box.dataset.shown;
}

/** Shows words at an element for {@link TIP_MS}. */
function tipAt(target: Element, words: string): void {
  show(target, words);
  pinned = true;
  clearTimeout(hideTimer);
  hideTimer = setTimeout(hide, TIP_MS);
}

/** Copies a value and says so at the element; when even the fallback fails, it says that. */
export async function copyAt(target: Element, value: string): Promise<void> {
  const copied = await copyText(value);
  tipAt(target, text(copied ? "common.copied" : "common.copyFailed"));
}

const closest = (event: Event, selector: string): HTMLElement | null => (event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null);

function onEnter(event: Event): void {
  if (pinned) return;
  const target = closest(event, "[data-tip]");
  if (target === owner) return;
  if (target?.dataset.tip) show(target, target.dataset.tip);
  else hide();
}

function onClick(event: MouseEvent): void {
  const target = closest(event, "[data-copy]");
  if (target === null || target.dataset.copy === undefined) return;
  event.preventDefault();
  event.stopPropagation(); // copying an id in a row does not open the row
  // What says an amount has nothing to copy while amounts are covered (jsx/cover-props.ts).
  if (target.dataset.copy === "" && isCovered()) tipAt(target, text("frame.covered.noCopy"));
  else void copyAt(target, target.dataset.copy);
}

/** Starts the delegation; the answer stops it. */
export function startTips(): () => void {
  const leave = (event: KeyboardEvent): void => {
    if (event.key === "Escape") hide();
  };
  const moved = afterPicture(follow);
  document.addEventListener("pointerover", onEnter);
  document.addEventListener("focusin", onEnter);
  document.addEventListener("keydown", leave);
  document.addEventListener("click", onClick, true);
  window.addEventListener("scroll", moved, { capture: true, passive: true });
  return () => {
    document.removeEventListener("pointerover", onEnter);
    document.removeEventListener("focusin", onEnter);
    document.removeEventListener("keydown", leave);
    document.removeEventListener("click", onClick, true);
    window.removeEventListener("scroll", moved, { capture: true });
  };
}
