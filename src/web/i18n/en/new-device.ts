import type { Shape } from "../shape.ts";
import type { newDevice as zhWords } from "../zh/new-device.ts";

/** What the frame says of sign-ins: one from a new device, and one that made a tab somebody else's; the rest of the area comes with the profile. */
export const newDevice = {
  newDevice: {
    tag: "New device",
    strip: "Your account was signed in to on a new device: {{device}}, {{ip}}, {{time}}. Was it you?",
    mine: "It was me",
    notMine: "Not me",
    endQuestion: "Sign out {{device}} ({{ip}}) everywhere? Change your password right after.",
    end: "Sign that device out",
    ended: "That device is signed out. Change your password now",
  },
  otherTab: { text: "This tab is signed in as {{account}} now", detail: "That account signed in later, in another tab of this browser" },
} satisfies Shape<typeof zhWords>;
