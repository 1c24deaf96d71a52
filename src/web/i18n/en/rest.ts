/** Messages of the screens inside the frame. */
import type { Shape } from "../shape.ts";
import type { rest as zh } from "../zh/rest.ts";
import { approvals } from "./approvals.ts";
import { audit } from "./audit.ts";
import { bulk } from "./bulk.ts";
import { deliveries } from "./deliveries.ts";
import { evidence } from "./evidence.ts";
import { links } from "./links.ts";
import { exceptions } from "./exceptions.ts";
import { disburses } from "./disburses.ts";
import { fees } from "./fees.ts";
import { home } from "./home.ts";
import { journals } from "./journals.ts";
import { list } from "./list.ts";
import { manualKinds } from "./manual-kinds.ts";
import { merchants } from "./merchants.ts";
import { orders } from "./orders.ts";
import { payments } from "./payments.ts";
import { plots } from "./plots.ts";
import { newDevice } from "./new-device.ts";
import { rights } from "./rights.ts";
import { sms } from "./sms.ts";
import { settingWords } from "./setting-words.ts";
import { switches } from "./switches.ts";
import { transfersToCome } from "./transfers-to-come.ts";
import { usersToCome } from "./users-to-come.ts";
import { walletsToCome } from "./wallets-to-come.ts";
import { withdrawal } from "./withdrawal.ts";
import { words } from "./words.ts";

export const rest = {
  approvals,
  audit,
  bulk,
  deliveries,
  evidence,
  links,
  exceptions,
  disburses,
  fees,
  home,
  journals,
  list,
  manual: manualKinds,
  merchants,
  orders,
  payments,
  plots,
  profile: newDevice,
  roles: rights,
  sms,
  templates: settingWords,
  switches,
  transfers: transfersToCome,
  users: usersToCome,
  wallets: walletsToCome,
  withdrawal,
  words,
} satisfies Shape<typeof zh>;
