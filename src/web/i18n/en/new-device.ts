import type { Shape } from "../shape.ts";
import type { newDevice as zhWords } from "../zh/new-device.ts";

/** A sign-in from a new device, which the frame asks about; the rest of the area comes with the profile. */
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
} satisfies Shape<typeof zhWords>;
