/** Who takes part in the demo: merchants, wallets, phones. Data. */
import type { WalletType } from "../src/contract/operators.ts";
import type { DeviceApp } from "../src/contract/wallets.ts";
import type { Fee } from "./money.ts";
import type { DemoOperator } from "./texts.ts";

export interface MerchantPlan {
  readonly key: string;
  readonly name: string;
  readonly owner: string;
  readonly fee: Fee;
  /** On its payouts. */
  readonly payoutFee: Fee;
  /** Accounts of its people. */
  readonly admin: string;
}

export const MERCHANTS: readonly MerchantPlan[] = [
  {
    key: "lotus",
    name: "Lotus Books 荷花书店",
    owner: "Rahim Uddin",
    fee: { rateBps: 150, fixed: 0n, min: null, max: null },
    payoutFee: { rateBps: 0, fixed: 5_00n, min: null, max: null },
    admin: "lotus",
  },
  {
    key: "padma",
    name: "Padma Games 帕德玛游戏",
    owner: "Chen Wei 陈伟",
    fee: { rateBps: 225, fixed: 100n, min: 300n, max: 50_00n },
    payoutFee: { rateBps: 120, fixed: 0n, min: 2_00n, max: 15_00n },
    admin: "padma",
  },
  {
    key: "tiger",
    name: "Tiger Travel 虎旅行",
    owner: "Nusrat Jahan",
    fee: { rateBps: 85, fixed: 250n, min: null, max: null },
    payoutFee: { rateBps: 75, fixed: 100n, min: null, max: null },
    admin: "tiger",
  },
];

export interface WalletPlan {
  readonly key: string;
  readonly name: string;
  readonly operator: DemoOperator;
  readonly walletType: WalletType;
  readonly account: string;
  /** What stands on the operator's books before the first message. Minor units. */
  readonly opening: bigint;
  readonly dailyMax: bigint;
  /** `app`: by its phone; `manual`: people pay and type what they did. */
  readonly rail: "app" | "manual";
  readonly collects: boolean;
  readonly paysOut: boolean;
}

const wallet = (key: string, name: string, operator: DemoOperator, walletType: WalletType, account: string, opening: bigint, dailyMax: bigint): WalletPlan => ({
  key,
  name,
  operator,
  walletType,
  account,
  opening,
  dailyMax,
  rail: "app",
  collects: true,
  paysOut: false,
});
/** Collects and pays out by the same phone. */
const both = (plan: WalletPlan): WalletPlan => ({ ...plan, paysOut: true });
/** Only pays out, by its phone or by people's hands. */
const payer = (plan: WalletPlan, rail: WalletPlan["rail"] = "app"): WalletPlan => ({ ...plan, collects: false, paysOut: true, rail });

export const WALLETS: readonly WalletPlan[] = [
  both(wallet("bk1", "bKash 个人 01", "bkash", "personal", "01700000101", 4_820_50n, 300_000_00n)),
  wallet("bk2", "bKash 代理 02", "bkash", "agent", "01700000102", 61_204_33n, 800_000_00n),
  wallet("bk3", "bKash 商户 03", "bkash", "merchant", "01700000103", 18_990_00n, 1_000_000_00n),
  wallet("ng1", "Nagad 个人 01", "nagad", "personal", "01700000201", 2_334_49n, 300_000_00n),
  wallet("ng2", "Nagad 代理 02", "nagad", "agent", "01700000202", 50_110_81n, 800_000_00n),
  wallet("ng3", "Nagad 商户 03", "nagad", "merchant", "01700000203", 12_000_00n, 1_000_000_00n),
  both(wallet("bk4", "bKash 个人 04", "bkash", "personal", "01700000104", 990_15n, 300_000_00n)),
  both(wallet("ng4", "Nagad 个人 04", "nagad", "personal", "01700000204", 1_517_20n, 300_000_00n)),
  payer(wallet("bk5", "bKash 代付 05", "bkash", "agent", "01700000105", 450_000_00n, 800_000_00n)),
  payer(wallet("ng5", "Nagad 代付 05", "nagad", "agent", "01700000205", 380_000_00n, 800_000_00n)),
  payer(wallet("bk6", "bKash 人工 06", "bkash", "personal", "01700000106", 120_000_00n, 300_000_00n), "manual"),
  payer(wallet("ng6", "Nagad 人工 06", "nagad", "personal", "01700000206", 90_000_00n, 300_000_00n), "manual"),
];

export interface PhonePlan {
  readonly key: string;
  readonly name: string;
  readonly app: DeviceApp;
  /** SmsForwarder posts a form with its own template, or JSON with a signature. */
  readonly json: boolean;
  /** Wallets it reports for; with two, the first is SIM 1. */
  readonly wallets: readonly string[];
  /** A second phone for a wallet that has one already: it only repeats. */
  readonly second: boolean;
}

const phone = (key: string, app: DeviceApp, wallets: readonly string[], more: { json?: boolean; second?: boolean } = {}): PhonePlan => ({
  key,
  name: `Demo ${key}`,
  app,
  wallets,
  json: more.json ?? false,
  second: more.second ?? false,
});

/** Every forwarder's format; one phone with two cards; two phones that only repeat; every native phone also pays out. */
export const PHONES: readonly PhonePlan[] = [
  phone("native-1", "native", ["bk1"]),
  phone("smsforwarder-form", "smsforwarder", ["bk2"]),
  phone("sms-gateway", "android_sms_gateway", ["bk3"]),
  phone("income-sms", "android_income_sms", ["ng1"]),
  phone("httpsms", "httpsms", ["ng2"]),
  phone("smsforwarder-json", "smsforwarder", ["ng3"], { json: true }),
  phone("native-two-sims", "native", ["bk4", "ng4"]),
  phone("native-payout-bkash", "native", ["bk5"]),
  phone("native-payout-nagad", "native", ["ng5"]),
  phone("income-sms-second", "android_income_sms", ["bk1"], { second: true }),
  phone("httpsms-second", "httpsms", ["ng1"], { second: true }),
];
