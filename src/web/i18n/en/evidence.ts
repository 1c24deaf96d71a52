import type { Shape } from "../shape.ts";
import type { evidence as zh } from "../zh/evidence.ts";

/** The evidence of one order as a file. */
export const evidence = {
  title: "Evidence file",
  name: "evidence",
  save: "Download evidence file",
  saving: "Making the evidence file",
  done: "Evidence file downloaded: {{file}}",
  madeAt: "Made at",
  madeBy: "Made by",
  currency: "Currency",
  zone: "Dates and times are Beijing time (UTC+8)",
  seen: "What was on record when this was made, as far as whoever made it may see it",
  masked: "The middle of phone numbers is left out, as for whoever made this",
  print: "Print, or save as PDF: Ctrl+P",
  happened: "What happened",
  who: "Done by",
  more: "Details",
  reasons: "Why it may belong",
} satisfies Shape<typeof zh>;
