// @vitest-environment happy-dom
/** A question belongs to whom it was put. */
import { expect, it } from "vitest";
import { forgetSession } from "../session.tsx";
import { asked, confirm, confirmWithText } from "./confirm.ts";

/** What it came to; "open" where it stands. */
const cameTo = <T>(question: Promise<T>): Promise<T | "open"> => Promise.race([question, new Promise<"open">((done) => setTimeout(() => done("open"), 50))]);

it("ends with the session, unconfirmed: who signs in next is not asked it", async () => {
  const sure = confirm({ text: "?" });
  forgetSession();
  expect(await cameTo(sure)).toBe(false);
  const why = confirmWithText({ text: "?", input: { label: "why" } });
  forgetSession();
  expect(await cameTo(why)).toBeNull();
  expect(asked.get()).toBeNull();
});
