/**
 * What runs in the page and looks for things out of their place: {@link BOXES} is their text, `boxFaults()` begins. Two things are compared
 * where they scroll together and stand in one layer: what floats (a bar, a drawer, a pinned column) may lie on what it floats over, and a
 * thing inside of another is no overlap.
 */
interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}
interface Item {
  readonly element: Element;
  readonly layer: Element;
  readonly box: Box;
  readonly text: boolean;
}
/** What is left of a thing between the boxes that cut it, and whether the cut is meant. */
interface Cut extends Box {
  readonly cut: boolean;
  /** It ends in dots. */
  readonly dots: boolean;
  /** Nothing of it is to be seen: it is folded away. */
  readonly hidden: boolean;
}

// These two stand in the page as well.
/** As much may be missing or in common, pixels: rounding, borders that meet, the room over and under letters. */
const SLACK = 2;
const styles = new Map<Element, CSSStyleDeclaration>();
const layers = new Map<Element, Element>();
const HEAD = `const SLACK = ${SLACK}, styles = new Map(), layers = new Map();`;

function styleOf(element: Element): CSSStyleDeclaration {
  const known = styles.get(element) ?? getComputedStyle(element);
  styles.set(element, known);
  return known;
}

function isFloating(element: Element): boolean {
  const { position, zIndex } = styleOf(element);
  return position === "fixed" || position === "sticky" || (position !== "static" && zIndex !== "auto");
}

function isScrolling(element: Element): boolean {
  const { overflowX, overflowY, display } = styleOf(element);
  return display !== "inline" && /auto|scroll/.test(overflowX + overflowY);
}

/** What it scrolls and floats with; a control that scrolls its own text does not scroll itself. */
function layerOf(element: Element, own: boolean): Element {
  const known = own ? layers.get(element) : undefined;
  if (known !== undefined) return known;
  const parent = element.parentElement;
  const layer = parent === null || isFloating(element) || (own && isScrolling(element)) ? element : layerOf(parent, true);
  if (own) layers.set(element, layer);
  return layer;
}

function isSeen(element: Element): boolean {
  const shown = element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true });
  return shown && element.closest("[inert], script, style, noscript") === null;
}

function nameOf(element: Element): string {
  const words = (element.textContent ?? "").trim() || element.getAttribute("aria-label") || element.getAttribute("name") || element.outerHTML.slice(0, 80);
  return `${element.tagName.toLowerCase()} "${words.slice(0, 40)}"`;
}

/** Whether it can be scrolled to sideways: a table that is wider than the window, a line of filters on a phone. */
function isReached(first: Element | null): boolean {
  for (let parent = first; parent !== null; parent = parent.parentElement)
    if (/auto|scroll/.test(styleOf(parent).overflowX) && parent.scrollWidth > parent.clientWidth + 1) return true;
  return false;
}

/** Cuts a thing by one box around it. */
function cutBy(thing: Cut, parent: Element): Cut {
  const { overflowX, overflowY, textOverflow, display, webkitLineClamp } = styleOf(parent);
  const across = /hidden|clip/.test(overflowX);
  const down = /hidden|clip/.test(overflowY);
  if (display === "inline" || display === "contents" || (!across && !down)) return thing;
  const box = parent.getBoundingClientRect();
  const wide = across && (thing.right > box.right + SLACK || thing.left < box.left - SLACK);
  const high = down && (thing.bottom > box.bottom + SLACK * 2 || thing.top < box.top - SLACK * 2);
  const away = down && (thing.top >= box.bottom - SLACK || thing.bottom <= box.top + SLACK);
  return {
    left: across ? Math.max(thing.left, box.left) : thing.left,
    right: across ? Math.min(thing.right, box.right) : thing.right,
    top: down ? Math.max(thing.top, box.top) : thing.top,
    bottom: down ? Math.min(thing.bottom, box.bottom) : thing.bottom,
    cut: thing.cut || wide || high,
    dots: thing.dots || (wide && textOverflow === "ellipsis") || (high && /^[1-9]/.test(webkitLineClamp)),
    hidden: thing.hidden || away || box.width <= SLACK || box.height <= SLACK,
  };
}

/** Adds a thing as far as it is seen, and what is wrong with it alone. */
function takeBox(items: Item[], faults: Set<string>, element: Element, whole: Box, text: boolean): void {
  if (whole.right - whole.left < SLACK || whole.bottom - whole.top < SLACK) return;
  const layer = layerOf(element, text);
  let left: Cut = { left: whole.left, right: whole.right, top: whole.top, bottom: whole.bottom, cut: false, dots: false, hidden: false };
  // What cuts lies between the thing and what it scrolls in; the box of a text cuts it, too.
  for (let parent = text ? element : element.parentElement; parent !== null && parent !== layer.parentElement; parent = parent.parentElement)
    left = cutBy(left, parent);
  if (left.hidden) return;
  const isTold = left.dots && element.closest("[data-tip], [title], [data-copy], [aria-label]") !== null;
  if (left.cut && !isTold) faults.add(`${left.dots ? "no way to read the rest of" : "cut off"}: ${nameOf(element)}`);
  if (left.right - left.left < SLACK) return;
  if ((left.right > innerWidth + SLACK || left.left < -SLACK) && !isReached(text ? element : element.parentElement))
    faults.add(`outside of the window: ${nameOf(element)} from ${Math.round(left.left)} to ${Math.round(left.right)}`);
  items.push({ element, layer, box: left, text });
}

function takeControls(items: Item[], faults: Set<string>): void {
  const controls =
    "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=switch], [role=slider], [role=option]";
  for (const control of document.querySelectorAll(controls)) {
    if (!isSeen(control)) continue;
    const { display, paddingLeft, paddingRight } = styleOf(control);
    // Icons and buttons stand in the padding of a field.
    const field = control.matches("input, select, textarea");
    if (display === "inline") for (const line of control.getClientRects()) takeBox(items, faults, control, line, false);
    else {
      const { left, top, right, bottom } = control.getBoundingClientRect();
      const inner = { left: left + (field ? Number.parseFloat(paddingLeft) : 0), right: right - (field ? Number.parseFloat(paddingRight) : 0) };
      takeBox(items, faults, control, { ...inner, top: top + 1, bottom: bottom - 1 }, false);
    }
  }
}

function takeTexts(items: Item[], faults: Set<string>): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (parent === null || (node.textContent ?? "").trim() === "" || parent.closest("svg, select, textarea") !== null || !isSeen(parent)) continue;
    range.selectNodeContents(node);
    for (const { left, top, right, bottom } of range.getClientRects()) {
      // A font's box is higher than its letters.
      const over = (bottom - top) / 5;
      takeBox(items, faults, parent, { left, right, top: top + over, bottom: bottom - over }, true);
    }
  }
}

/** A small thing in the free room of a big one, as "i" on a figure that is a link: what the big one says is compared by itself. */
function isWithin(small: Box, big: Box): boolean {
  const area = ({ left, top, right, bottom }: Box): number => (right - left) * (bottom - top);
  return small.left >= big.left && small.right <= big.right && small.top >= big.top && small.bottom <= big.bottom && area(small) * 4 < area(big);
}

/** Which of the things of one layer, the highest first, lie on one another. */
function comparePairs(all: readonly Item[], faults: Set<string>): void {
  for (const [index, one] of all.entries()) {
    for (const other of all.slice(index + 1)) {
      if (other.box.top >= one.box.bottom) break;
      const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      if (wide <= SLACK || high <= SLACK || one.element.contains(other.element) || other.element.contains(one.element)) continue;
      if ((!one.text && isWithin(other.box, one.box)) || (!other.text && isWithin(one.box, other.box))) continue;
      faults.add(`${nameOf(one.element)} and ${nameOf(other.element)} lie on one another by ${Math.round(wide)} × ${Math.round(high)}`);
    }
  }
}

function boxFaults(): string[] {
  const items: Item[] = [];
  const faults = new Set<string>();
  takeControls(items, faults);
  takeTexts(items, faults);
  for (const all of Map.groupBy(items, ({ layer }) => layer).values())
    comparePairs(
      all.sort((one, other) => one.box.top - other.box.top),
      faults,
    );
  const over = document.documentElement.scrollWidth - innerWidth;
  return [...(over > 0 ? [`the page is ${over} px wider than the window`] : []), ...faults].slice(0, 8);
}

const PARTS = [
  styleOf,
  isFloating,
  isScrolling,
  layerOf,
  isSeen,
  nameOf,
  isReached,
  cutBy,
  takeBox,
  takeControls,
  takeTexts,
  isWithin,
  comparePairs,
  boxFaults,
];
/** A script that answers what is out of its place on the page, a line each. */
export const BOXES = `(() => { ${HEAD} ${PARTS.map(String).join("\n")} return boxFaults(); })()`;
