// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import { type Permission, typeHas, USER_TYPES, type UserType } from "../../contract/permissions.ts";
import { OWN_STATISTICS } from "../../contract/statistics.ts";
import { allRoutes } from "../routes.tsx";
import { LOCALES, SCREEN_NAMES, type ScreenName, screenTitle } from "../screens.ts";
import { risen } from "./alerts.ts";
import { endingOf } from "./idle.tsx";
import { badgeOf, cornerEntries, menuEntries } from "./menu-data.ts";
import { initialsOf } from "./top-bar.tsx";

const waiting = {
  payments_review: 7,
  sms_unmatched: 2,
  sms_suspicious: 1,
  sms_unparsed: 1,
  disburses_review: 1,
  disburses_unknown: 2,
  transfers_pending: 0,
  withdrawals_pending: 3,
  withdrawals_approved: 0,
  approvals: 0,
  deliveries_failed: 4,
  wallets_gap: 1,
  wallets_offline: 2,
  suspense: "0.00",
};
const home = { waiting, queue: { open: 12, mine: 1, mentions: 0 } };
const namesFor = (type: UserType): ScreenName[] =>
  menuEntries(
    (permission) => typeHas(type, permission),
    () => true,
  ).map((entry) => entry.name);

interface Route {
  readonly id?: string | undefined;
  readonly path?: string | undefined;
  readonly children?: readonly Route[] | undefined;
}
const ids = (routes: readonly Route[]): string[] => routes.flatMap((route) => [...(route.id === undefined ? [] : [route.id]), ...ids(route.children ?? [])]);

describe("routes", () => {
  it("have an id {name}___{locale} for each screen in each language", () => {
    const all = ids(allRoutes());
    for (const locale of LOCALES) for (const name of SCREEN_NAMES) expect(all.filter((id) => id === `${name}___${locale}`)).toHaveLength(1);
    expect(all).toContain("index___zh");
  });
});

describe("the menu", () => {
  it("offers the specification's seven to an admin, with what belongs under them", () => {
    expect(namesFor("admin")).toEqual([
      "index",
      "queue",
      "bulk",
      "exports",
      "payments",
      "disburses",
      "transfers",
      "manual",
      "wallets",
      "sms",
      "merchants",
      "withdrawal",
      "journals",
      "users",
    ]);
    expect(
      cornerEntries(
        (permission) => typeHas("admin", permission),
        () => true,
      ).map((entry) => entry.name),
    ).toEqual(["config", "settings", "profile"]);
  });

  it("is smaller for a merchant, whose journals then stand alone", () => {
    expect(namesFor("merchant_viewer")).toEqual(["index", "statistics", "exports", "payments", "disburses", "withdrawal", "journals", "merchants"]);
    expect(namesFor("merchant_admin")).toContain("users");
    expect(
      menuEntries(
        (permission) => typeHas("merchant_viewer", permission),
        () => true,
      ).flatMap((entry) => (entry.isChild ? [entry.name] : [])),
    ).toEqual(["statistics", "exports"]);
    // One of the three permissions less, and there is nothing to open.
    for (const lost of OWN_STATISTICS.all)
      expect(
        menuEntries(
          (permission) => permission !== lost && typeHas("merchant_admin", permission),
          () => true,
        ).map((entry) => entry.name),
      ).not.toContain("statistics");
  });

  it("calls what is left of a screen by its own name, and puts nothing under it", () => {
    const [whole, part] = [(permission: Permission) => typeHas("admin", permission), (permission: Permission) => typeHas("merchant_admin", permission)];
    expect([screenTitle(whole, "merchants"), screenTitle(part, "merchants")]).toEqual(["frame.screen.merchants", "deliveries.title"]);
    expect([screenTitle(whole, "manual"), screenTitle(part, "manual")]).toEqual(["frame.screen.manual", "approvals.title"]);
    expect(screenTitle(part, "payments")).toBe("frame.screen.payments");
    const own = menuEntries(part, () => true);
    expect(own.filter((entry) => ["manual", "merchants", "withdrawal", "journals"].includes(entry.name))).toEqual(
      ["manual", "withdrawal", "journals", "merchants"].map((name) => ({ name, isChild: false })),
    );
    expect(namesFor("merchant_viewer")).not.toContain("manual");
    // A role of the platform that leaves the merchants out keeps their notifications.
    const role = menuEntries(
      (permission) => permission !== "merchants.see" && typeHas("finance", permission),
      () => true,
    );
    expect(role.filter((entry) => entry.name === "merchants")).toEqual([{ name: "merchants", isChild: false }]);
  });

  it("shows nobody what he may not see, and nothing that is not built", () => {
    for (const type of USER_TYPES) expect(namesFor(type).includes("wallets")).toBe(typeHas(type, "wallets.see"));
    expect(
      menuEntries(
        () => true,
        (name) => name === "index",
      ).map((entry) => entry.name),
    ).toEqual(["index"]);
  });

  it("counts what waits", () => {
    expect(badgeOf("payments", home)).toBe(7);
    expect(badgeOf("sms", home)).toBe(4);
    expect(badgeOf("disburses", home)).toBe(3);
    expect(badgeOf("users", home)).toBe(0);
    expect(badgeOf("queue", home)).toBe(12);
    expect(badgeOf("queue", { waiting, queue: null })).toBe(0);
    expect(badgeOf("payments", undefined)).toBe(0);
  });
});

describe("the end of a session", () => {
  const minute = 60_000;
  it("is announced five minutes before idleness ends it", () => {
    expect(endingOf(25 * minute - 1, 0, 30, 720 * minute)).toBeNull();
    expect(endingOf(25 * minute, 0, 30, 720 * minute)).toEqual({ kind: "idle", leftMs: 5 * minute });
  });
  it("is announced five minutes before the absolute limit, which nothing extends", () => {
    expect(endingOf(715 * minute, 714 * minute, 30, 720 * minute)).toEqual({ kind: "absolute", leftMs: 5 * minute });
  });
  it("warns at half time when the limit is shorter than ten minutes", () => {
    expect(endingOf(minute - 1, 0, 2, 720 * minute)).toBeNull();
    expect(endingOf(minute, 0, 2, 720 * minute)?.kind).toBe("idle");
  });
});

it("alerts only about what has grown", () => {
  expect(risen(waiting, { ...waiting, payments_review: 8, wallets_gap: 0, deliveries_failed: 9 })).toEqual(["payments_review"]);
  expect(risen(waiting, waiting)).toEqual([]);
});

it("makes initials of accounts", () => {
  expect(["li.wei", "admin", "a", "zhang_san.x"].map(initialsOf)).toEqual(["LW", "AD", "A", "ZS"]);
});
