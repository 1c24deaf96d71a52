// @vitest-environment happy-dom
/** Why a change cannot be scheduled, by the names of its settings. */
import { expect, it } from "vitest";
import { activate, startMessages } from "../../i18n/index.ts";
import { text } from "../../i18n/keys.ts";
import { settingsWords } from "./schedule-dialog.tsx";

it("names each setting, and says of one that would not change that it would not", async () => {
  startMessages();
  await activate("en", "rest", "seldom");
  expect(settingsWords({ bkash_min_amount: "not_allowed", "default_payment_fee.max": "too_small" }, text)).toMatch(
    /^bKash .+: it will have this value by then, nothing to change; .+: .+$/,
  );
});
