// @vitest-environment happy-dom
/** The password is asked for an act of the person who is signed in: the question ends with the session, and only its own answer ends it. */
import { expect, it } from "vitest";
import { forgetSession } from "../session.tsx";
import { askRecheck, recheckAsked } from "./recheck.ts";

/** What it came to; "open" where it stands. */
const cameTo = <T>(question: Promise<T>): Promise<T | "open"> => Promise.race([question, new Promise<"open">((done) => setTimeout(() => done("open"), 50))]);

it("ends with the session, unproved: who signs in next proves nothing for the act of the one before", async () => {
  const asked = askRecheck();
  forgetSession();
  expect(await cameTo(asked)).toBe(false);
  expect(recheckAsked.get()).toBeNull();
});

it("takes no answer that belongs to the question before it", async () => {
  const first = askRecheck();
  const late = recheckAsked.get();
  late?.answer(false);
  expect(await first).toBe(false);
  const second = askRecheck();
  late?.answer(true);
  expect(await cameTo(second)).toBe("open");
  expect(recheckAsked.get()).not.toBeNull();
  recheckAsked.get()?.answer(true);
  expect(await second).toBe(true);
});
