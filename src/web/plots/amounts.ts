/** Amounts as lines of a plot, and its hours. Pure. */
import { amountText } from "../i18n/format.ts";
import type { PlotLine } from "./spec.ts";

/** A line of amounts; null: there is none at that point. */
export const amountLine = (key: string, name: string, look: PlotLine["look"], of: readonly (string | null)[]): PlotLine => ({
  key,
  name,
  look,
  heights: of.map((amount) => (amount === null ? null : Number(amount))),
  texts: of.map(amountText),
  plain: of.map((amount) => amount ?? ""),
});

/** `09:00`: an hour as it stands under a plot. */
export const hourText = (hour: number): string => `${String(hour).padStart(2, "0")}:00`;
