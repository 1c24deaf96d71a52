/** What a rule reads, shown to who reads phone numbers in part. */
import { expect, it } from "vitest";
import { ownRules, readOwn, type OwnRule } from "../../../../domain/messages/index.ts";
import type { App, UserActor } from "../../../platform/context.ts";
import { markedFor, sampleOf } from "./reading.ts";

const rule = { id: "H", edition: 1, operator: "bkash", class: "notice", template: "The caller of today was number 0171{ref}" } satisfies OwnRule;
const app = { publicIds: { encode: () => "S" } } as unknown as App; // what it reads
const viewer = (rights: readonly string[]): UserActor => ({ type: "user", userType: "auditor", rights: new Set(rights) }) as unknown as UserActor;

it.each(["01712345678", "০১৭১২৩৪৫৬৭৮"])("cuts no number out of %s", (number) => {
  const text = `The caller of today was number ${number}`;
  const parsed = readOwn({ operator: "bkash", walletType: "personal", sender: "bKash", senderIds: ["bKash"], text, atMs: 0, own: ownRules([rule]) });
  if (parsed === null) throw new Error("the rule does not fit");
  const stored = { id: 1n, text, received_at: new Date(0), rule_id: null } as never; // what it reads
  const shown = (rights: readonly string[]) => sampleOf(app, viewer(rights), rule, { stored, was: "unread", differs: [], parsed }).result.reference;
  expect(shown(["messages.read", "phones.unmask"])).toBe("2345678");
  expect(shown(["messages.read"])).toBe("***5678");
});

it("marks no piece of a number that a template cuts in two", () => {
  const cut = { parts: [{ field: null, text: "Money from 01712-" }], rest: "345678 today" } as const;
  expect(markedFor(viewer(["messages.read", "phones.unmask"]), cut)).toEqual(cut);
  expect(markedFor(viewer(["messages.read"]), cut)).toEqual({ parts: [{ field: null, text: "Money from " }], rest: "017****5678 today" });
});
