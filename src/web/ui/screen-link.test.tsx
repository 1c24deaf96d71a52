// @vitest-environment happy-dom
/** A screen is there for whoever may see any of its lists, and no link leads where its reader may not go. */
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { beforeAll, describe, expect, it } from "vitest";
import { type Permission, PERMISSIONS } from "../../contract/permissions.ts";
import type { Profile } from "../../contract/session.schema.ts";
import { reachesPlace } from "../built.ts";
import type { CellTools } from "../cell-tools.ts";
import { menuEntries } from "../frame/menu-data.ts";
import { activate, startMessages } from "../i18n/index.ts";
import { ObjectLink } from "../list/parts/index.ts";
import { SCREEN_TABS, type ScreenName } from "../screens.ts";
import { takeProfile } from "../session.tsx";
import { ScreenLink } from "./screen-link.tsx";

const tools = { locale: "zh", t: (key: string) => key } as unknown as CellTools; // what a link reads
const only =
  (...held: Permission[]) =>
  (permission: Permission): boolean =>
    held.includes(permission);
const as = (...permissions: Permission[]): void => takeProfile({ id: "U1", token: "t", on_totp: false, permissions } as unknown as Profile); // what it reads
const drawn = (part: React.ReactElement): string => renderToStaticMarkup(<MemoryRouter>{part}</MemoryRouter>);

beforeAll(async () => {
  startMessages();
  await activate("zh", "rest");
});

describe("a screen of several lists", () => {
  const lists = Object.entries(SCREEN_TABS).flatMap(([screen, tabs]) => Object.entries(tabs).map(([tab, needed]) => [screen, tab, needed] as const));

  it.each(lists)("%s stands in the menu of whoever sees its %s alone", (screen, tab, needed) => {
    const may = only(needed);
    expect(menuEntries(may, () => true).map(({ name }) => name)).toContain(screen as ScreenName);
    expect(reachesPlace(may, `/${screen}`)).toBe(true);
    expect(reachesPlace(may, `/en/${screen}?tab=${tab}`)).toBe(true);
    for (const [other, , of] of lists.filter(([name, , of]) => name === screen && of !== needed).map(([, name, of]) => [name, 0, of] as const))
      expect([other, reachesPlace(may, `/${screen}?tab=${other}`), of]).toEqual([other, false, of]);
  });

  it("needs its own list for an object of it", () => {
    expect(reachesPlace(only("deliveries.see"), "/merchants?open=M1")).toBe(false);
    expect(reachesPlace(only("roles.see"), "/users?role=night")).toBe(false);
    expect(reachesPlace(only("merchants.see"), "/merchants?open=M1")).toBe(true);
    expect(reachesPlace(only("approvals.see"), "/manual?tab=approvals&open=A1")).toBe(true);
  });
});

it("every permission to see something has its screen", () => {
  // What stands on another screen than one of its own.
  const beside = ["switches.see", "intake.see", "amounts.see"];
  const seeing = (Object.keys(PERMISSIONS) as Permission[]).filter((one) => one.endsWith(".see") && !beside.includes(one)); // keys of a literal: exactly its names
  const always = menuEntries(only(), () => true).length;
  // Its role lists the wallets, too.
  const may = (one: Permission): ((permission: Permission) => boolean) => (one === "statistics.see" ? only(one, "wallets.see") : only(one));
  expect(seeing.filter((one) => menuEntries(may(one), () => true).length === always && one !== "config.see")).toEqual([]);
});

describe("a link", () => {
  it("is one for whoever may go there, and its words for others", () => {
    as("payments.see");
    expect(drawn(<ScreenLink to="/payments?status=review">7</ScreenLink>)).toContain("<a");
    expect(drawn(<ScreenLink to="/wallets">7</ScreenLink>)).toBe("<span>7</span>");
    expect(
      drawn(
        <ScreenLink to="/wallets" otherwise={null}>
          {"all wallets"}
        </ScreenLink>,
      ),
    ).toBe("");
  });

  it.each([
    ["wallet", "wallets.see"],
    ["sms", "sms.see"],
    ["merchant", "merchants.see"],
    ["user", "users.see"],
    ["manual", "manual.see"],
    ["approval", "approvals.see"],
    ["batch", "disburses.see"],
    ["delivery", "deliveries.see"],
    ["journal", "journals.see"],
  ] as const)("to a %s takes %s", (type, needed) => {
    as(needed);
    expect(drawn(<ObjectLink type={type} id="X1" tools={tools} />)).toContain("<a");
    as(...(Object.keys(PERMISSIONS) as Permission[]).filter((one) => one !== needed)); // keys of a literal: exactly its names
    expect(drawn(<ObjectLink type={type} id="X1" tools={tools} />)).toBe('<span class="fd-mono">X1</span>');
  });
});
