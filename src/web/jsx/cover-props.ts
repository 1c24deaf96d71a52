/** Covers amounts in what is about to be drawn: texts, and attributes that are read, shown or copied. What a person types is not among them. */
import { coverText, isCovered } from "../covered.ts";

type Props = Readonly<Record<string, unknown>>;

/** Props that carry words to be read. `data-copy` is copied: a covered amount gives nothing. */
const WORDS: ReadonlySet<string> = new Set([
  "title",
  "aria-label",
  "aria-valuetext",
  "aria-description",
  "aria-roledescription",
  "placeholder",
  "data-tip",
  "alt",
  "label",
  "description",
  "error",
  "text",
  "hint",
]);

function coverChildren(children: unknown): unknown {
  if (typeof children === "string") return coverText(children);
  if (!Array.isArray(children)) return children;
  const covered = children.map((child: unknown) => (typeof child === "string" ? coverText(child) : child));
  return covered.some((child, at) => child !== children[at]) ? covered : children;
}

function coverProp(name: string, value: unknown): unknown {
  if (name === "children") return coverChildren(value);
  if (typeof value !== "string") return value;
  if (name === "data-copy") return coverText(value) === value ? value : "";
  return WORDS.has(name) ? coverText(value) : value;
}

/** The props to draw with: the same object while nothing has to be covered. */
export function coverProps<P>(props: P): P {
  if (!isCovered()) return props;
  let fresh: Record<string, unknown> | null = null;
  for (const [name, value] of Object.entries(props as Props)) {
    const covered = coverProp(name, value);
    if (covered !== value) (fresh ??= { ...(props as Props) })[name] = covered;
  }
  return (fresh ?? props) as P; // the same props, with other words
}
