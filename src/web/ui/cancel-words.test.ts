/** "Cancel" alone leaves a dialog. What cancels a thing names it, else a question has two buttons of one word. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { first as enFirst } from "../i18n/en/first.ts";
import { rest as enRest } from "../i18n/en/rest.ts";
import { seldom as enSeldom } from "../i18n/en/seldom.ts";
import { first as zhFirst } from "../i18n/zh/first.ts";
import { rest as zhRest } from "../i18n/zh/rest.ts";
import { seldom as zhSeldom } from "../i18n/zh/seldom.ts";

const web = fileURLToPath(new URL("..", import.meta.url));

function acts(value: unknown, path: readonly string[] = []): { key: string; word: string }[] {
  if (typeof value === "string") return path.at(-1) === "cancel" ? [{ key: path.join("."), word: value }] : [];
  return Object.entries(value as object).flatMap(([key, inner]) => acts(inner, [...path, key])); // messages are nested objects of texts
}

it.each([
  ["取消", { ...zhFirst, ...zhRest, ...zhSeldom }],
  ["Cancel", { ...enFirst, ...enRest, ...enSeldom }],
])("no act but leaving a dialog is called %s alone", (word, messages) => {
  expect(
    acts(messages)
      .filter((one) => one.word === word)
      .map((one) => one.key),
  ).toEqual(["common.cancel"]);
});

it("no question and no act of a list takes the dialogs' word for its own", () => {
  const files = readdirSync(web, { recursive: true, encoding: "utf8" }).filter((name) => /(?<!\.test)\.tsx?$/.test(name));
  expect(files.filter((name) => /(?:action|label): (?:(?:tools\.)?t\()?"common\.cancel"/.test(readFileSync(join(web, name), "utf8")))).toEqual([]);
});
