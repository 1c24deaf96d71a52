// @vitest-environment happy-dom
/** An amount in a form of an act: grouped, so that a digit too many is seen, and sent as the plain one. */
import { act } from "react";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import type { CellTools } from "../cell-tools.ts";
import { activate, startMessages } from "../i18n/index.ts";
import { text } from "../i18n/keys.ts";
import { mount, seen, unmount } from "../mount.tsx";
import FormDialog from "./form-dialog.tsx";
import type { FormSpec, Values } from "./spec.ts";

const tools = { t: text, locale: "zh", currency: "BDT" } as unknown as CellTools; // what a dialog reads
beforeAll(async () => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  startMessages();
  await activate("zh", "rest");
});
afterEach(unmount);

it("is grouped by thousands, as it comes and as it is typed, and sent without", async () => {
  const sent = vi.fn<(values: Values) => void>();
  const spec: FormSpec<null> = {
    title: () => "",
    fields: [{ name: "most", kind: "amount", label: "list.search" }],
    initial: () => ({ most: "6000000.00" }),
    submit: async (values) => {
      sent(values);
      return { success: true, data: null, status: 200 };
    },
    label: "list.search",
  };
  await mount(<FormDialog spec={spec} subject={null} tools={tools} stillOffered={() => true} onClose={() => undefined} onDone={() => undefined} />);
  const field = (): HTMLInputElement | null => document.querySelector("[role=dialog] input");
  await seen(() => expect(field()?.value).toBe("6,000,000.00"));
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field(), "12345678");
    field()?.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText" }));
  });
  expect(field()?.value).toBe("12,345,678");
  await act(async () => document.querySelector<HTMLButtonElement>("[role=dialog] [type=submit]")?.click());
  await seen(() => expect(sent).toHaveBeenCalledWith({ most: "12345678" }));
});
