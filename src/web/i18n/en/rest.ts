/** Messages of the screens inside the frame. */
import type { Shape } from "../index.ts";
import type { rest as zh } from "../zh/rest.ts";
import { audit } from "./audit.ts";
import { config } from "./config.ts";
import { deliveries } from "./deliveries.ts";
import { home } from "./home.ts";
import { journals } from "./journals.ts";
import { list } from "./list.ts";
import { merchants } from "./merchants.ts";
import { payments } from "./payments.ts";
import { profile } from "./profile.ts";
import { settings } from "./settings.ts";
import { sms } from "./sms.ts";
import { users } from "./users.ts";
import { wallets } from "./wallets.ts";

export const rest = { audit, config, deliveries, home, journals, list, merchants, payments, profile, settings, sms, users, wallets } satisfies Shape<typeof zh>;
