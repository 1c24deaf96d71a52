// @vitest-environment happy-dom
/** Which field of a form has the focus when it opens. */
import { act } from "react";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import type { CellTools } from "../cell-tools.ts";
import { activate, startMessages } from "../i18n/index.ts";
import { text } from "../i18n/keys.ts";
import { mount, unmount } from "../mount.tsx";
import FormDialog from "./form-dialog.tsx";
import type { FormSpec } from "./spec.ts";

const tools = { t: text, locale: "zh", currency: "BDT" } as unknown as CellTools; // what a dialog reads
beforeAll(async () => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  startMessages();
  await activate("zh", "rest");
});
afterEach(unmount);

it.each([
  ["is what is to be typed, where there is nothing to choose", ["a"], "INPUT text"],
  ["is the chosen one, where there is a choice", ["a", "b"], "INPUT radio"],
])("%s", async (_what, values, expected) => {
  const spec: FormSpec<null> = {
    title: () => "",
    fields: [
      { name: "choice", kind: "radio", label: "list.search", options: values.map((value) => ({ value, label: "list.search" })) },
      { name: "reason", kind: "text", label: "list.search" },
    ],
    initial: () => ({ choice: "a", reason: "" }),
    submit: () => Promise.reject(new Error("not sent")),
    label: "list.search",
  };
  await mount(<FormDialog spec={spec} subject={null} tools={tools} stillOffered={() => true} onClose={() => undefined} onDone={() => undefined} />);
  await vi.waitFor(() => expect(document.querySelector("[data-autofocus]")).not.toBeNull(), 60_000);
  await act(async () => undefined);
  const marked = document.querySelector<HTMLInputElement>("[data-autofocus]");
  expect(`${marked?.tagName} ${marked?.type}`).toBe(expected);
});
