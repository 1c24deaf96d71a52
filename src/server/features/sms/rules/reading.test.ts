/** What a rule reads, shown to who reads phone numbers in part. */
import { expect, it } from "vitest";
import { ownRules, readOwn, type OwnRule } from "../../../../domain/messages/index.ts";
import type { App, UserActor } from "../../../platform/context.ts";
import { markedFor, sampleOf } from "./reading.ts";

const rule = { id: "H", edition: 1, operator: "bkash", class: "notice", template: "The caller of today was number 0171{ref}" } satisfies OwnRule;
const app = { publicIds: { encode: () => "S" } } as unknown as App; // what it reads
const viewer = (rights: readonly string[]): UserActor => ({ type: "user", userType: "auditor", rights: new Set(rights) }) as unknown as UserActor;

/** What the rule reads behind `head`, for whoever has these rights. */
function readBehind(head: string, text: string, rights: readonly string[]): string | null {
  const of = { ...rule, template: `The caller of today was number ${head}{ref}` } satisfies OwnRule;
  const parsed = readOwn({ operator: "bkash", walletType: "personal", sender: "bKash", senderIds: ["bKash"], text, atMs: 0, own: ownRules([of]) });
  if (parsed === null) throw new Error("the rule does not fit");
  const stored = { id: 1n, text, received_at: new Date(0), rule_id: null } as never; // what it reads
  return sampleOf(app, viewer(rights), of, { stored, was: "unread", differs: [], parsed }).result.reference;
}

it.each([
  ["01712345678", "0171", "2345678", "***5678"],
  ["০১৭১২৩৪৫৬৭৮", "0171", "2345678", "***5678"],
  ["0171 2345 678", "0171", "2345 678", "***5 678"],
  ["01712-345678", "0171", "2-345678", "*-**5678"],
  ["017-1234-5678", "01", "7-1234-5678", "*-****-5678"],
])("cuts no number out of %s", (number, head, whole, shown) => {
  const text = `The caller of today was number ${number}`;
  expect(readBehind(head, text, ["messages.read", "phones.unmask"])).toBe(whole);
  expect(readBehind(head, text, ["messages.read"])).toBe(shown);
});

it("marks no piece of a number that a template cuts in two", () => {
  const cut = { parts: [{ field: null, text: "Money from 01712-" }], rest: "345678 today" } as const;
  expect(markedFor(viewer(["messages.read", "phones.unmask"]), cut)).toEqual(cut);
  expect(markedFor(viewer(["messages.read"]), cut)).toEqual({ parts: [{ field: null, text: "Money from " }], rest: "017****5678 today" });
});
