import type { Shape } from "../shape.ts";
import type { rights as zhRights } from "../zh/rights.ts";

/** What everybody is told of rights: what they may see for a reason, and that they have changed. The words of roles come with the screen of users. */
export const rights = {
  changed: "Your permissions have changed; the page is up to date",
  reveal: {
    button: "Show masked",
    title: "Show what is masked of {{id}}",
    intro: "Shown for one minute. What, of which object and why is kept in the activity log; {{n}} an hour at most.",
    what: "Show",
    field: { phones: "Phone numbers", messages: "Message texts", amounts: "Amounts" },
    reasonHelp: "At least 4 characters, such as: customer calls to check the number",
    reasonBad: "At least 4 characters",
    submit: "Show",
    shown: "Shown for a moment: {{what}}, hidden in {{n}} s",
    hide: "Hide now",
  },
} satisfies Shape<typeof zhRights>;
