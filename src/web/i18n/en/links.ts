/** Redacted links to share. */
import type { links as zh } from "../zh/links.ts";
import type { Shape } from "../shape.ts";

export const links = {
  share: "Share a redacted link",
  title: "Share a redacted link to {{id}}",
  intro:
    "It opens without signing in and shows only the ID, status and times; of payments and payouts also the operator and the last three digits of the phone. Anybody who has the link can open it.",
  valid: "Valid for",
  span: { hour: "1 hour", day: "1 day", week: "7 days" },
  language: "Language of the page",
  locale: { zh: "Chinese", en: "English" },
  withAmount: "Show the amount",
  withAmountHelp: "Otherwise the link shows no amount",
  make: "Create link",
  made: "Redacted link to {{id}}",
  live: "Live redacted links",
  until: "Ends {{at}}",
  opened: "Opened {{n}} time{{n, s}}, last {{at}}",
  unopened: "Not opened yet",
  revoke: "Revoke",
  revokeOne: "Revoke the link that ends {{at}}",
  revokeQuestion: "Whoever has the link can no longer open it, and it does not come back.",
  revoked: "Link revoked",
  shut: "Ends {{at}}, does not open now: its maker is disabled or may not share",
  tooMany: "There are 20 live links. Revoke one and try again",
  lost: "The link was made, but its address is shown once and did not arrive. Revoke it and make a new one",
} satisfies Shape<typeof zh>;
