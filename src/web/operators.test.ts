// @vitest-environment happy-dom
/** Which operators are offered: those that are switched on, and for looking back those that have left something; no list of them goes its own way. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parseChips, typingOf } from "../contract/chips.ts";
import { type Operator, OPERATORS } from "../contract/operators.ts";
import type { Profile } from "../contract/session.schema.ts";
import { fieldsOf } from "./list/search/fields.ts";
import { valueSuggestions } from "./list/search/suggest.ts";
import { isValueOf, offeredOptions, operatorFilter } from "./list/spec/index.ts";
import { operatorsKnown, operatorsOn } from "./operators.ts";
import { takeProfile } from "./session.tsx";

const as = (operators?: Operator[], operators_before: Operator[] = []): void =>
  takeProfile({ id: "U1", token: "t", ...(operators === undefined ? {} : { operators, operators_before }) } as Partial<Profile> as Profile); // what is read of it
const filter = operatorFilter("words.field.operator", false);
const shown = (chosen = ""): string[] => offeredOptions(filter, chosen).map(({ value }) => value);

it("begins things with those that are on, and finds what the others left, in the registry's order", () => {
  as(["nagad", "bkash"], ["rocket"]);
  expect(operatorsOn()).toEqual(["bkash", "nagad"]);
  expect(operatorsKnown()).toEqual(["bkash", "nagad", "rocket"]);
  expect(shown()).toEqual(["bkash", "nagad", "rocket"]);
  as(["bkash"]);
  expect(shown()).toEqual(["bkash"]);
});

it("shows whatever is chosen, and understands every one in an address or typed", () => {
  as(["bkash"]);
  expect(shown("upay")).toEqual(["bkash", "upay"]);
  expect(OPERATORS.every((one) => isValueOf(filter, one))).toBe(true);
  const fields = fieldsOf([filter], () => []);
  expect(parseChips("operator:rocket ", fields)).toMatchObject([{ kind: "chip" }]);
  const typing = typingOf("operator:", fields);
  const names = { field: () => "", value: (_field: unknown, value: string) => value };
  expect(typing?.kind === "value" ? valueSuggestions(typing, names).map(({ label }) => label) : null).toEqual(["bkash"]);
});

it("offers all where nothing was told", () => {
  as();
  expect([operatorsOn(), operatorsKnown()]).toEqual([OPERATORS, OPERATORS]);
});

/** Where the whole registry becomes a list, and why. */
const WHOLE = {
  "list/spec/own-filters.ts": "what an address may ask for; `offers` says what is shown",
  "screens/config/field.tsx": "where they are switched on",
  "screens/wallets/form.ts": "what a wallet's form knows; the new one leaves out what is not on",
};

it("has no other list of operators", () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name) && !name.includes(".test."));
  const own = files.filter((name) => /\bOPERATORS\.map\(/.test(readFileSync(join(import.meta.dirname, name), "utf8")));
  expect(own.sort()).toEqual(Object.keys(WHOLE).sort());
});
