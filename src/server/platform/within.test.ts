import { expect, it } from "vitest";
import { within } from "./within.ts";

/** Work that is done, or fails, when it is told to. */
function told(): { work: Promise<string>; done: (text: string) => void; fail: (error: Error) => void } {
  let [done, fail]: [(text: string) => void, (error: Error) => void] = [() => undefined, () => undefined];
  const work = new Promise<string>((resolve, reject) => ([done, fail] = [resolve, reject]));
  return { work, done, fail };
}

it("answers what is done in time, and throws what fails in time", async () => {
  const [good, bad] = [told(), told()];
  const waits = [within(good.work, 60_000), within(bad.work, 60_000)] as const;
  good.done("done");
  bad.fail(new Error("broken"));
  expect(await waits[0]).toBe("done");
  await expect(waits[1]).rejects.toThrow("broken");
});

it("waits no longer than it may, and the work goes on; that it fails later ends nothing", async () => {
  const [good, bad] = [told(), told()];
  expect(await within(good.work, 1)).toBeNull();
  expect(await within(bad.work, 1)).toBeNull();
  good.done("late");
  bad.fail(new Error("nobody waits"));
  expect(await good.work).toBe("late");
  await expect(bad.work).rejects.toThrow("nobody waits");
});
