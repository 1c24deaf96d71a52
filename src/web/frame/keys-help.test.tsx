// @vitest-environment happy-dom
/** The list of keys: what it promises is what these eyes can do. */
import { afterEach, beforeAll, expect, it } from "vitest";
import { permissionsOf, type UserType } from "../../contract/permissions.ts";
import type { Profile } from "../../contract/session.schema.ts";
import { mount, preparePage, unmount } from "../mount.tsx";
import { takeProfile } from "../session.tsx";
import KeysHelp from "./keys-help.tsx";

beforeAll(() => preparePage("en"));
afterEach(() => unmount());

/** Titles with their keys, as they are drawn. */
async function shown(userType: UserType): Promise<Record<string, string[]>> {
  takeProfile({ id: "U1", account: "lee", user_type: userType, permissions: permissionsOf(userType) } as unknown as Profile); // what the list reads of it
  await mount(<KeysHelp onClose={() => undefined} />);
  const groups = [...document.querySelectorAll("section")].map((one): [string, string[]] => [
    one.querySelector("h3")?.textContent ?? "",
    [...one.querySelectorAll("dt")].map((keys) => [...keys.querySelectorAll("kbd")].map((key) => key.textContent).join(" ")),
  ]);
  return Object.fromEntries(groups);
}

it("has the keys of the close for those who may close", async () => {
  expect(await shown("finance")).toMatchObject({ Reconciliation: ["j k", "Enter", "Shift C"], "With the details open": ["a", "r", "m"] });
});

it.each([
  ["admin", ["j k", "Enter"], ["a", "r", "m"], ["j k", "Enter", "i", "o", "r", "s"]],
  ["auditor", ["j k", "Enter"], undefined, ["j k"]],
  ["operator", undefined, ["a", "r", "m"], ["j k", "Enter", "i", "o", "r", "s"]],
  ["merchant_admin", undefined, ["a", "r"], undefined],
  ["merchant_viewer", undefined, undefined, undefined],
] as const)("promises %s no key that does nothing", async (userType, days, decides, queue) => {
  const groups = await shown(userType);
  expect([groups["Reconciliation"], groups["With the details open"], groups["Exception queue"]]).toEqual([days, decides, queue]);
});
