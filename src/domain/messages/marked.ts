/**
 * Where in a text the marks of a template stand, for a person who writes one. Only for templates that {@link templateProblem}
 * lets pass: their patterns stay cheap, and so does every beginning of one.
 */
import type { Node } from "./dispatch.ts";
import { dialectOf } from "./layouts.ts";
import { MAX_TEXT_LENGTH, normaliseText } from "./normalise.ts";
import { oneSign, WHOLE_TEXT } from "./own-rules.ts";
import { formsOf } from "./parse.ts";
import { compileLayouts, parseTemplate, patternOf, type Part, type Pattern } from "./template.ts";
import type { Dialect, MessageOperator } from "./types.ts";

/** A piece of a text: what a mark holds, or words. */
export interface MarkedPart {
  readonly field: Exclude<Part, "tail"> | null;
  readonly text: string;
}
/** A text as far as a template reads it. */
export interface Marked {
  readonly parts: readonly MarkedPart[];
  /** What the template does not get to; empty where it reads the whole text. */
  readonly rest: string;
}

/** Pieces of the beginning of a text that a pattern fits; null: it does not begin so. */
function piecesOf({ source, fields }: Pattern, text: string): Marked | null {
  const found = new RegExp(source, "d").exec(text);
  if (found?.indices === undefined) return null;
  const [, end] = found.indices[0] ?? [0, 0];
  const spans = fields
    .flatMap((field, at) => {
      const span = found.indices?.[at + 1];
      return span === undefined || span[0] === span[1] || field === "tail" ? [] : [{ field, from: span[0], to: span[1] }];
    })
    .toSorted((one, other) => one.from - other.from);
  const parts: MarkedPart[] = [];
  let at = 0;
  for (const { field, from, to } of spans) {
    if (from > at) parts.push({ field: null, text: text.slice(at, from) });
    parts.push({ field, text: text.slice(from, to) });
    at = to;
  }
  if (end > at) parts.push({ field: null, text: text.slice(at, end) });
  return { parts, rest: text.slice(end) };
}

/** As {@link piecesOf} with as many of the nodes as fit: where one does not, none behind it does, so halving finds the place. */
function asFarAsItGoes(nodes: readonly Node[], dialect: Dialect, text: string): Marked {
  let best: Marked = { parts: [], rest: text };
  let [fits, tooMany] = [0, nodes.length + 1];
  while (tooMany - fits > 1) {
    const half = (fits + tooMany) >> 1;
    const found = piecesOf(patternOf(nodes.slice(0, half), dialect), text);
    if (found === null) tooMany = half;
    else [fits, best] = [half, found];
  }
  return best;
}

/** How a template reads a text: the whole of it, else as far as it gets. The pieces together are the text as the reader has it, without what a forwarder put before it. */
export function markedBy({ operator, template }: { readonly operator: MessageOperator; readonly template: string }, text: string): Marked {
  const dialect = dialectOf(operator);
  const words = oneSign(template);
  const { head } = compileLayouts([words], [WHOLE_TEXT], dialect).build();
  const forms = formsOf(normaliseText(text.slice(0, MAX_TEXT_LENGTH)));
  for (const form of forms) {
    const found = piecesOf(head, form);
    if (found !== null) return found;
  }
  const nodes = parseTemplate(words);
  return forms.map((form) => asFarAsItGoes(nodes, dialect, form)).reduce((best, other) => (other.rest.length < best.rest.length ? other : best));
}
