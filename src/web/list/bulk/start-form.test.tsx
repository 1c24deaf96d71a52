// @vitest-environment happy-dom
/** The yes to a job whose answer was lost: pressed again it finds the job running, and that is no error. */
import { act } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { BulkJobDetail } from "../../../contract/bulk.schema.ts";
import { text } from "../../i18n/keys.ts";
import { hear, mount, preparePage, seen, typeInto, unmount } from "../../mount.tsx";
import { keepTyped } from "../../forms/typed.ts";
import { Notices } from "../../ui/notices.tsx";
import { StartForm } from "./start-form.tsx";
import { jobOf } from "./suite-job.ts";

const draft = jobOf({ act: "withdrawal.approve", actions: ["start"] });
const running = jobOf({ ...draft, status: "running", started_at: "2026-07-01T00:00:00.000Z", version: 3, actions: [] });
const changed = vi.fn<(job: BulkJobDetail) => void>();
let answers: (() => Response)[] = [];
const ok = (data: unknown) => () => new Response(JSON.stringify({ success: true, data }), { headers: { "content-type": "application/json" } });
const refused = (code: string) => () =>
  new Response(JSON.stringify({ success: false, data: null, error: { code, message: code } }), {
    status: 409,
    headers: { "content-type": "application/json" },
  });
const lost = (): never => {
  throw new TypeError("the connection was lost");
};

beforeEach(async () => {
  await preparePage("en");
  vi.stubGlobal("fetch", async () => (answers.shift() ?? lost)());
  await mount(
    <>
      <StartForm job={draft} tools={{ t: text, locale: "en", currency: "BDT" }} onChanged={changed} />
      <Notices />
    </>,
  );
});
afterEach(() => {
  unmount();
  vi.unstubAllGlobals();
  changed.mockClear();
});
const button = () => document.querySelector<HTMLButtonElement>("button[type=submit]");
const press = async (): Promise<void> => {
  await act(async () => button()?.click());
  await seen(() => expect(button()?.disabled).toBe(false));
};

/** How often a refusal stands among the notices; those of tests before may still stand there. */
const said = (code: "no_answer" | "wrong_state" | "conflict") => (document.body.textContent ?? "").split(text(`errors.code.${code}`)).length - 1;

it("pressed again after a lost answer, shows the job that runs and no error", async () => {
  // Nor does what has become of it: asked twice, as every look is.
  answers = [lost, lost, lost, refused("wrong_state"), ok(running)];
  const [before, heard] = [said("wrong_state"), hear()];
  await press();
  // A notice goes by itself; one that stands already is not put up again.
  await seen(() => expect(heard() + document.body.textContent).toContain(text("errors.code.no_answer")));
  expect(changed).not.toHaveBeenCalled();
  await press();
  await seen(() => expect(changed).toHaveBeenCalledWith(running));
  expect(said("wrong_state")).toBeLessThanOrEqual(before);
});

it("shows the job that runs where the answer to its start was lost and the server is there again, and no error", async () => {
  answers = [lost, ok(running)];
  const before = said("no_answer");
  await press();
  await seen(() => expect(changed).toHaveBeenCalledWith(running));
  expect(said("no_answer")).toBeLessThanOrEqual(before);
});

it("refused because it is another one now, says so and shows it", async () => {
  const other = jobOf({ ...draft, version: 3, waiting: 4 });
  answers = [refused("conflict"), ok(other)];
  await press();
  await seen(() => expect(changed).toHaveBeenCalledWith(other));
  await seen(() => expect(said("conflict")).toBeGreaterThan(0));
});

it("gives a typed reason back for what it was typed for alone, and says so", async () => {
  const rejects = jobOf({ ...draft, act: "payments.reject" });
  const show = async (job: BulkJobDetail, of?: string): Promise<HTMLTextAreaElement | null> => {
    unmount();
    await mount(<StartForm job={job} {...(of === undefined ? {} : { of })} tools={{ t: text, locale: "en", currency: "BDT" }} onChanged={changed} />);
    return document.querySelector<HTMLTextAreaElement>("textarea:not([aria-hidden])");
  };
  const isSaid = () => document.body.textContent?.includes(text("list.form.givenBack"));
  const type = (field: HTMLTextAreaElement | null) => typeInto(field, "paid twice");
  for (const of of [undefined, "P1 P2"]) {
    await type(await show(rejects, of));
    keepTyped();
    // As many other payments.
    expect((await show({ ...rejects, id: "B2" } as BulkJobDetail, of === undefined ? undefined : "P3 P4"))?.value).toBe("");
    const id = of === undefined ? "B1" : "B3";
    expect([(await show({ ...rejects, id } as BulkJobDetail, of))?.value, isSaid()]).toEqual(["paid twice", true]);
  }
});
