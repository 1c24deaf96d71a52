// @vitest-environment happy-dom
/** The specification's fields and prompts, one by one: each stands in the contract and on its screen, with words in both languages. */
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { beforeAll, describe, expect, it } from "vitest";
import { disburseRow, type DisburseRow } from "../../contract/disburses.schema.ts";
import { journalRow } from "../../contract/journals.schema.ts";
import { merchantCreated, merchantRow, type MerchantRow } from "../../contract/merchants.schema.ts";
import { paymentRow } from "../../contract/payments.schema.ts";
import { walletStatisticsRow } from "../../contract/reconciliation.schema.ts";
import { profile, type Profile } from "../../contract/session.schema.ts";
import { DATE_PRESETS } from "../../contract/time.ts";
import { userCreate, userCreated, userRow, type UserRow } from "../../contract/users.schema.ts";
import { walletRow, type WalletRow } from "../../contract/wallets.schema.ts";
import { withdrawalRow } from "../../contract/withdrawal.schema.ts";
import { activate, startMessages } from "../i18n/index.ts";
import { type MessageKey, text } from "../i18n/keys.ts";
import type { ActionSpec } from "../list/spec/index.ts";
import { keyOf, queryClient } from "../query.ts";
import { LOCALES, type Locale } from "../screens.ts";
import { takeProfile } from "../session.tsx";
import { disbursesList } from "./disburses/spec.ts";
import { journalsList } from "./journals/spec.tsx";
import { createForm as merchantForm } from "./merchants/form.ts";
import { merchantsList } from "./merchants/spec.ts";
import { paymentsList } from "./payments/spec.ts";
import ProfileScreen from "./profile/index.tsx";
import { createForm as userForm } from "./users/form.ts";
import { usersList } from "./users/spec.ts";
import { statisticsColumns } from "./wallets/days/statistics.tsx";
import { walletsList } from "./wallets/spec.ts";
import { createForm as withdrawalForm } from "./withdrawal/forms.tsx";
import { withdrawalList } from "./withdrawal/spec.ts";

/** `field` or `field=column`, apart by blanks: fields of the contract and the columns of the list that show them. */
function pairs(written: string): [field: string, column: string][] {
  return written.split(" ").map((pair) => {
    const [field = "", column = field] = pair.split("=");
    return [field, column];
  });
}
const ORDER = "id merchant_order_id amount fee trx_id customer status created_at paid_at remote_ip user_id operators=staff notes";
const WALLET =
  "name note_name operator wallet_type api_type balance frozen_balance=frozen device bind_status enabled=state deleted=state proxy location ip_whitelist " +
  "min_amount max_amount daily_max month_max daily_count_max month_count_max cool_interval app_last_seen_at=app_last_seen";
const MERCHANT = "name owner payment_fee disburse_fee balance ip_whitelist secret_last4=secret deleted=state";
const WITHDRAWAL = "receiving_account=receiving amount max_available note submitter paid reason";
/** The specification's entities: what the server answers, and the list that shows it. */
const ENTITIES: readonly {
  readonly name: string;
  readonly shape: object;
  readonly columns: readonly { readonly id: string }[];
  readonly fields: string;
}[] = [
  { name: "wallet", shape: walletRow.shape, columns: walletsList.columns, fields: WALLET },
  { name: "merchant", shape: merchantRow.shape, columns: merchantsList.columns, fields: MERCHANT },
  { name: "payment", shape: paymentRow.shape, columns: paymentsList.columns, fields: ORDER },
  { name: "disburse order", shape: disburseRow.shape, columns: disbursesList.columns, fields: ORDER },
  { name: "withdrawal", shape: withdrawalRow.shape, columns: withdrawalList.columns, fields: WITHDRAWAL },
  {
    name: "journal entry",
    shape: journalRow.shape,
    columns: journalsList.columns,
    fields: "merchant_name=merchant before_balance=before after_balance=after amount",
  },
  { name: "user", shape: userRow.shape, columns: usersList.columns, fields: "account email user_type=type on_totp=authenticator" },
];
const STATISTICS =
  "opening_balance closing_balance estimated_balance real_balance profit yesterday_credit yesterday_debit api_payment api_disburse " +
  "system_payment system_disburse b2b_credit b2b_debit manual_credit manual_debit";
const PROFILE_FIELDS = ["token", "id", "account", "email", "merchant_id", "avatar", "merchant", "totp", "on_totp", "user_type"];
const FREE = { rate_bps: 0, fixed: "0.00", min: null, max: null };
const namesOf = (fields: readonly { readonly name: string }[]): string[] => fields.map((field) => field.name);

const PROFILE = {
  token: "t",
  id: "U261121000000AA",
  account: "lee.ann",
  email: "lee@example.org",
  user_type: "merchant_admin",
  merchant_id: "M261121000000AA",
  merchant: { name: "of the profile's own call" },
  avatar: "LA",
  totp: "otpauth://totp/x?secret=ABCDEFGH",
  on_totp: false,
  permissions: [],
  currency: "BDT",
} as unknown as Profile; // what the screen reads of a profile

beforeAll(() => {
  startMessages();
  // Other files of this worker leave their own.
  takeProfile(PROFILE);
});

describe("every field of the specification", () => {
  it.each(ENTITIES)("of a $name is answered and has a column", ({ shape, columns, fields }) => {
    const ids = columns.map((column) => column.id);
    expect(pairs(fields).filter(([field, column]) => !(field in shape) || !ids.includes(column))).toEqual([]);
  });

  it("that is given or shown at creation only stands in the form and in its answer", () => {
    expect(namesOf(userForm().fields)).toEqual(expect.arrayContaining(["account", "email", "user_type", "password", "authenticator"]));
    expect(Object.keys(userCreate.shape)).toEqual(expect.arrayContaining(["password", "authenticator"]));
    expect(Object.keys(userCreated.shape)).toEqual(expect.arrayContaining(["password"]));
    expect(namesOf(merchantForm({ payment_fee: FREE, disburse_fee: FREE }).fields)).toEqual(
      expect.arrayContaining(["name", "owner", "payment_rate", "disburse_rate", "ip_whitelist"]),
    );
    expect("app_secret" in merchantCreated.shape).toBe(true);
    expect("app_secret" in merchantRow.shape).toBe(false);
    expect(namesOf(withdrawalForm(true).fields)).toEqual(expect.arrayContaining(["available", "amount", "receiving_account", "note"]));
  });

  it("of the wallet statistics is answered and has a column with a word in each language", async () => {
    for (const locale of LOCALES) {
      await activate(locale, "books");
      const columns = statisticsColumns({} as never, { t: text, locale, currency: "BDT" }, { reporting: null, by: "day", to: () => "" }); // heads read no figure
      for (const name of STATISTICS.split(" ")) {
        expect(name in walletStatisticsRow.shape, name).toBe(true);
        expect(columns.find((column) => column.id === name)?.header, name).not.toMatch(/^figure\./);
      }
    }
  });

  it("of the profile is answered", () => {
    expect(PROFILE_FIELDS.filter((field) => !(field in profile.shape))).toEqual([]);
  });
});

describe("the specification's English words", () => {
  beforeAll(async () => void (await activate("en", "rest", "seldom")));
  it.each<[readonly string[], string, string]>([
    [
      ["index", "payments", "disburses", "transfers", "wallets", "merchants", "users"],
      "frame.screen",
      "Dashboard Payment Disburse Transfer Wallet Merchant User",
    ],
    [DATE_PRESETS, "list.dates", "Today Yesterday This-week Prev-week This-month Prev-month"],
    [["size"], "list.pages", "Items-per-page"],
    [["pageSize"], "settings.display", "Items-per-page"],
    [["bound", "unbound"], "wallets.bound", "Bound Unbound"],
    [["enabled", "disabled", "deleted"], "wallets.state", "Enabled Disabled Deleted"],
  ])("%s", (keys, area, words) => {
    expect(keys.map((key) => text(`${area}.${key}` as MessageKey))).toEqual(words.split(" ").map((word) => word.replaceAll("-", " ")));
  });
});

describe.each(LOCALES)("the profile screen in %s", (locale) => {
  it("shows who one is, the merchant, the initials, the switch and the key", async () => {
    await activate(locale, "rest", "seldom");
    // The merchant object comes from the merchant's call (docs/specification.md, section 3).
    queryClient.setQueryData(keyOf("GET /api/merchant", {}), { name: "Padma" });
    const drawn = renderToStaticMarkup(
      <MantineProvider>
        <QueryClientProvider client={queryClient}>
          <MemoryRouter>
            <ProfileScreen />
          </MemoryRouter>
        </QueryClientProvider>
      </MantineProvider>,
    );
    for (const shown of ["lee.ann", "lee@example.org", "U261121000000AA", "Padma", ">LA<", "ABCD EFGH", text("common.userType.merchant_admin")])
      expect(drawn).toContain(shown);
    expect(drawn).toContain(text("profile.totp.switchLabel"));
  });
});

/** What an act asks first: title and sentence of its confirmation or of its form. */
async function question<Row>(actions: readonly ActionSpec<Row>[] | undefined, id: string, row: Row, locale: Locale): Promise<string> {
  const action = actions?.find((one) => one.id === id);
  const tools = { t: text, locale, currency: "BDT" };
  const asked = action?.confirm?.(row, tools);
  const form = await action?.form?.();
  return asked ? `${asked.title}\n${asked.body ?? ""}` : `${form?.title(row, tools, form.initial(row))}\n${form?.intro?.(row, tools)}`;
}
const wallet = {
  id: "W1",
  name: "BK-01",
  account: "01712345678",
  balance: "1.00",
  frozen_balance: "0.00",
  difference: null,
  breaks: null,
  devices: [],
} as unknown as WalletRow;
const merchant = { id: "M1", name: "Padma", balance: "1.00", held_balance: "0.00", notify_url: null } as unknown as MerchantRow;
const user = { id: "U1", account: "lee", user_type: "operator", enabled: true } as unknown as UserRow;
const payout = { id: "D1", amount: "1.00", customer: "01712345678", attempts: [] } as unknown as DisburseRow;

describe.each(LOCALES)("a question in %s comes before", (locale) => {
  beforeAll(async () => void (await activate(locale, "rest", "seldom")));
  it.each([
    ["delete a wallet", () => question(walletsList.actions, "delete", wallet, locale)],
    ["recover a wallet", () => question(walletsList.actions, "recover", wallet, locale)],
    ["clear a wallet", () => question(walletsList.actions, "clear", wallet, locale)],
    ["unbind a wallet", () => question(walletsList.actions, "unbind", wallet, locale)],
    ["delete a merchant", () => question(merchantsList.actions, "delete", merchant, locale)],
    ["recover a merchant", () => question(merchantsList.actions, "recover", merchant, locale)],
    ["delete a user", () => question(usersList.actions, "delete", user, locale)],
    ["recover a user", () => question(usersList.actions, "recover", user, locale)],
    ["reset a user's authenticator", () => question(usersList.actions, "authenticator-reset", user, locale)],
    ["recover a disabled user", () => question(usersList.actions, "recover", { ...user, enabled: false }, locale)],
    ["reset an order", () => question(disbursesList.actions, "reset", payout, locale)],
  ])("%s", async (_what, ask) => {
    expect(await ask()).toMatch(locale === "zh" ? /^确定.*？\n/ : /\?\n[^\n]+\nAre you sure\?$/);
  });
});
