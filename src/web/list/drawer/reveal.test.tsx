// @vitest-environment happy-dom
/** What was shown for a reason is gone as soon as the person may not ask for it any more. */
import { act, type ReactElement } from "react";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import type { Profile } from "../../../contract/session.schema.ts";
import { useCellTools } from "../../cell-tools.ts";
import { text } from "../../i18n/keys.ts";
import { mount, preparePage, seen, typeInto, unmount } from "../../mount.tsx";
import { takeProfile } from "../../session.tsx";
import { RevealButton, ShownStrip, useShown } from "./reveal.tsx";

const as = (...permissions: string[]): void => takeProfile({ token: "t", id: "U1", account: "lee", permissions } as unknown as Profile); // what is read of it

function Place(): ReactElement {
  const tools = useCellTools();
  const whole = useShown<{ customer: string }>("payments", "P1");
  return (
    <>
      <output>{whole?.customer ?? "017****5678"}</output>
      <ShownStrip tools={tools} />
      <RevealButton list="payments" id="P1" tools={tools} />
    </>
  );
}

beforeAll(async () => {
  await preparePage("en");
  vi.stubGlobal("fetch", async () => Response.json({ success: true, data: { id: "P1", customer: "01712345678" } }));
});
afterEach(unmount);

it("is the object in full, until the right is taken away", async () => {
  as("payments.see", "privacy.reveal");
  const place = await mount(<Place />);
  const said = (): string | undefined => place.querySelector("output")?.textContent;
  await act(async () => place.querySelector("button")?.click());
  await seen(() => expect(document.querySelector('[role="dialog"] form')).not.toBeNull());
  const form = document.querySelector<HTMLFormElement>('[role="dialog"] form');
  await typeInto(form?.querySelector("input:not([type=radio]), textarea"), "the customer calls about it");
  await act(async () => form?.requestSubmit());
  await seen(() => expect(said()).toBe("01712345678"));
  expect(place.textContent).toContain(text("roles.reveal.hide"));
  await act(async () => as("payments.see"));
  expect(said()).toBe("017****5678");
  expect(place.textContent).not.toContain(text("roles.reveal.hide"));
});
