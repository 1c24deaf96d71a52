// @vitest-environment happy-dom
/** A file of account numbers in part is of use to no bank: whoever reads them so is told, and gets none. */
import { act } from "react";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import type { BulkJobRow } from "../../../contract/bulk.schema.ts";
import type { Permission } from "../../../contract/permissions.ts";
import type { Profile } from "../../../contract/session.schema.ts";
import { text } from "../../i18n/keys.ts";
import { hear, mount, preparePage, unmount } from "../../mount.tsx";
import { takeProfile } from "../../session.tsx";
import { Notices } from "../../ui/notices.tsx";
import { BankFile } from "./bank-file.tsx";

const asked = vi.fn<() => void>();
beforeAll(async () => {
  await preparePage("zh");
  vi.stubGlobal("fetch", () => {
    asked();
    return new Promise<Response>(() => undefined);
  });
});
afterEach(unmount);

const JOB = { id: "B1", act: "withdrawal.export", done: 2, ended_at: "2026-11-20T04:00:00.000Z" } as BulkJobRow; // what is read of it

async function press(permissions: readonly Permission[]): Promise<{ button: HTMLButtonElement | null; heard: string }> {
  takeProfile({ id: "U1", token: "t", permissions } as Partial<Profile> as Profile); // what is read of it
  const heard = hear();
  const place = await mount(
    <>
      <BankFile job={JOB} tools={{ t: text, locale: "zh", currency: "BDT" }} />
      <Notices />
    </>,
  );
  const button = place.querySelector("button");
  await act(async () => button?.click());
  return { button, heard: heard() };
}

it("says why there is none, on the button and where it is pressed all the same", async () => {
  const { button, heard } = await press(["withdrawal.decide"]);
  const why = text("errors.code.account_numbers_masked");
  expect([button?.textContent, button?.getAttribute("aria-disabled"), button?.dataset.tip]).toEqual([text("withdrawal.bankFile.download"), "true", why]);
  expect(heard).toContain(why);
  expect(asked).not.toHaveBeenCalled();
});

it("fetches it for whoever reads them whole", async () => {
  const { button } = await press(["withdrawal.decide", "phones.unmask"]);
  expect(button?.hasAttribute("aria-disabled")).toBe(false);
  expect(asked).toHaveBeenCalled();
});
