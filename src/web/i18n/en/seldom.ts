/** Messages that few screens need (contract/message-parts.ts), the palette and the list of keys; loaded with them. */
import { batches } from "./batches.ts";
import { channels } from "./channels.ts";
import { config } from "./config.ts";
import { ABOUT } from "./exception-about.ts";
import { downloads } from "./exports.ts";
import { keys } from "./keys.ts";
import { manual } from "./manual.ts";
import { palette } from "./palette.ts";
import { profile } from "./profile.ts";
import { roles } from "./roles.ts";
import { rules } from "./rules.ts";
import { settings } from "./settings.ts";
import { templates } from "./templates.ts";
import { trail } from "./trail.ts";
import { users } from "./users.ts";
import { wallets } from "./wallets.ts";
import { transfers } from "./transfers.ts";

export const seldom = {
  transfers,
  audit: trail,
  batches,
  channels,
  config,
  exceptions: { about: ABOUT },
  exports: downloads,
  frame: { keys, palette },
  manual,
  profile,
  roles,
  rules,
  settings,
  templates,
  users,
  wallets,
};
