/** Messages of the screens inside the frame. */
import type { Shape } from "../shape.ts";
import type { rest as zh } from "../zh/rest.ts";
import { approvals } from "./approvals.ts";
import { audit } from "./audit.ts";
import { batches } from "./batches.ts";
import { bulk } from "./bulk.ts";
import { channels } from "./channels.ts";
import { config } from "./config.ts";
import { deliveries } from "./deliveries.ts";
import { evidence } from "./evidence.ts";
import { links } from "./links.ts";
import { exceptions } from "./exceptions.ts";
import { downloads } from "./exports.ts";
import { disburses } from "./disburses.ts";
import { fees } from "./fees.ts";
import { home } from "./home.ts";
import { journals } from "./journals.ts";
import { list } from "./list.ts";
import { manual } from "./manual.ts";
import { merchants } from "./merchants.ts";
import { orders } from "./orders.ts";
import { payments } from "./payments.ts";
import { plots } from "./plots.ts";
import { profile } from "./profile.ts";
import { roles } from "./roles.ts";
import { rules } from "./rules.ts";
import { settings } from "./settings.ts";
import { sms } from "./sms.ts";
import { templates } from "./templates.ts";
import { transfers } from "./transfers.ts";
import { switches } from "./switches.ts";
import { users } from "./users.ts";
import { wallets } from "./wallets.ts";
import { withdrawal } from "./withdrawal.ts";
import { words } from "./words.ts";

export const rest = {
  approvals,
  audit,
  batches,
  bulk,
  channels,
  config,
  deliveries,
  evidence,
  links,
  exceptions,
  exports: downloads,
  disburses,
  fees,
  home,
  journals,
  list,
  manual,
  merchants,
  orders,
  payments,
  plots,
  profile,
  roles,
  rules,
  settings,
  sms,
  templates,
  transfers,
  switches,
  users,
  wallets,
  withdrawal,
  words,
} satisfies Shape<typeof zh>;
