// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, describe, expect, it } from "vitest";
import type { PaymentRow } from "../../contract/payments.schema.ts";
import { activate, startMessages } from "../i18n/index.ts";
import { text } from "../i18n/keys.ts";
import { approveForm } from "../screens/payments/forms.tsx";
import { Field } from "./field.tsx";
import { focusWrong } from "./focus-wrong.ts";
import type { FieldProblems } from "./check.ts";
import type { Values } from "./spec.ts";

const field = approveForm.fields.find((one) => one.name === "amount");
const tools = { t: text, locale: "zh", currency: "BDT" } as const;

beforeAll(async () => {
  startMessages();
  await activate("zh", "rest");
});

function drawn(values: Values, problems: FieldProblems): HTMLElement {
  if (field === undefined) throw new Error("The form has no such field.");
  const form = { subject: {} as PaymentRow, values, problems: { fields: problems, form: null }, busy: false } as never; // what a field reads of a form
  const place = document.createElement("div");
  document.body.append(place);
  place.innerHTML = renderToStaticMarkup(
    <MantineProvider>
      <Field field={field} form={form} tools={tools as never} />
    </MantineProvider>,
  );
  return place;
}
const radio = (place: HTMLElement, value: string): HTMLInputElement => place.querySelector(`input[value=${value}]`) as HTMLInputElement; // drawn above

describe("a group of choices", () => {
  it("is marked when it is wrong, and its first choice gets the focus", () => {
    const place = drawn({ amount: "" }, { amount: "errors.field.required" });
    const group = place.querySelector("[role=radiogroup]");
    expect(group?.getAttribute("aria-invalid")).toBe("true");
    expect(place.querySelector(`#${CSS.escape(group?.getAttribute("aria-describedby") ?? "none")}`)?.textContent).toBe("必填");
    focusWrong(place);
    expect(document.activeElement).toBe(radio(place, "ordered"));
  });

  it("is not marked when nothing is wrong with it", () => {
    expect(drawn({ amount: "" }, {}).querySelector("[aria-invalid=true]")).toBeNull();
  });

  it("cannot book what was ordered when something else was received, and says why", () => {
    const place = drawn({ amount: "received", differs: "true" }, {});
    expect([radio(place, "ordered").disabled, radio(place, "received").disabled, radio(place, "received").checked]).toEqual([true, false, true]);
    expect(place.textContent).toContain("只能按实收金额入账");
    expect(radio(drawn({ amount: "ordered", differs: "" }, {}), "ordered").disabled).toBe(false);
  });

  it("gives the focus to a choice that can be chosen", () => {
    const place = drawn({ amount: "", differs: "true" }, { amount: "errors.field.required" });
    focusWrong(place);
    expect(document.activeElement).toBe(radio(place, "received"));
  });
});
