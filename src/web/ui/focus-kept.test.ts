// @vitest-environment happy-dom
/** A control that is switched off while it works has the focus again afterwards, unless somebody else has it. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { keepFocus } from "./focus-kept.ts";

let end: () => void;
beforeEach(() => {
  document.body.innerHTML = `<button id="other"></button><div id="dialog" tabindex="-1"><button id="send"></button></div>`;
  end = keepFocus();
});
afterEach(() => end());
const at = (id: string): HTMLButtonElement => document.querySelector<HTMLButtonElement>(`#${id}`) as HTMLButtonElement; // written above
const told = (): Promise<void> => new Promise((done) => setTimeout(done));

/** As a browser does: what is disabled loses the focus to nobody. */
async function switchOff(): Promise<void> {
  at("send").focus();
  // Here nothing that is disabled can be left.
  at("send").blur();
  at("send").disabled = true;
  await told();
}
async function switchOn(): Promise<string> {
  at("send").disabled = false;
  await told();
  return document.activeElement?.id ?? "";
}

it("comes back from nowhere", async () => {
  await switchOff();
  expect(document.activeElement).toBe(document.body);
  expect(await switchOn()).toBe("send");
});

it("comes back from what stands around it", async () => {
  await switchOff();
  at("dialog").focus();
  expect(await switchOn()).toBe("send");
});

it("is taken from nobody", async () => {
  await switchOff();
  at("other").focus();
  expect(await switchOn()).toBe("other");
});

it("goes to nothing that did not have it", async () => {
  at("other").focus();
  at("other").blur();
  at("send").disabled = true;
  await told();
  expect(await switchOn()).toBe("");
});

it.each([
  ["presses elsewhere", () => document.body.dispatchEvent(new Event("pointerdown", { bubbles: true })), ""],
  ["scrolls with a key", () => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "PageDown", bubbles: true })), ""],
  ["presses it once more", () => at("send").dispatchEvent(new Event("pointerdown", { bubbles: true })), "send"],
  ["presses Enter once more", () => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true })), "send"],
])("whoever %s meanwhile", async (_what, does, has) => {
  await switchOff();
  does();
  expect(await switchOn()).toBe(has);
});
