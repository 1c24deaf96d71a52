/** Every screen in Chinese: at every width, in both colours, with amounts hidden and shown. */
import { beforeAll, expect, it } from "vitest";
import { makePlaces } from "./sweep.ts";
import { sweep } from "./visit.ts";

beforeAll(makePlaces);

it("in Chinese every screen is accessible, complete in its language, fits every width, and hides its amounts", async () => {
  const { found, withAmounts } = await sweep("zh");
  expect(found).toEqual({});
  // Nothing is hidden where nothing would be seen.
  expect(withAmounts).toBeGreaterThan(8);
}, 900_000);
