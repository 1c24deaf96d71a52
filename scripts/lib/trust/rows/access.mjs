// Who may do what, and how he says who he is.
import { input } from "./row.mjs";

/** @type {import("./row.mjs").Row[]} */
export const ACCESS = [
  { id: "A1", what: "every route with every kind of credential", tests: [{ path: "test/access/matrix.test.ts", wanted: 5_000 }], unit: "calls" },
  {
    id: "A2",
    what: "another merchant's ids in every path, query, field and list, answered as ids that are none and in a path by the same statements; marks of one in answers of the other",
    tests: [
      { path: "test/access/tenants.test.ts", title: "in the path of", wanted: 1_000, each: 4 },
      { path: "test/access/tenants.test.ts", title: "cost the database in", wanted: 1_000, each: 7 },
      { path: "test/access/tenants.test.ts", title: "in the body of", wanted: 1_000 },
      { path: "test/access/tenants.test.ts", title: "in the query of", wanted: 1_000 },
      { path: "test/access/tenants.test.ts", title: "never stand in", wanted: 1_000 },
      { path: "test/access/tenants.test.ts", beside: true },
    ],
    unit: "calls",
    missing: "a clock: what both answers ask the database is compared, not how long it takes",
  },
  {
    id: "A3",
    what: "rights taken away: disabled, deleted, signed out, other type, new authenticator",
    tests: [
      { path: "test/access/revoked.test.ts", wanted: 2_250, each: 250 },
      { path: "src/server/features/users/users.db.test.ts", title: "sign out at once", beside: true },
      { path: "src/server/features/users/users.db.test.ts", title: "of the own type is refused", beside: true },
      { path: "src/server/features/users/users.db.test.ts", title: "end sessions and unlock", beside: true },
      { path: "src/server/features/session/session.db.test.ts", beside: true },
      { path: "src/server/features/session/totp.db.test.ts", title: "ends every session", beside: true },
    ],
    unit: "calls at the moment of a change",
  },
  {
    id: "A4",
    what: "guessed passwords: from one address, on one account, one password on many from many addresses",
    tests: [
      { path: "src/server/features/session/signin.db.test.ts", title: "tries from one address", wanted: 2_000 },
      { path: "src/server/features/session/signin.db.test.ts", title: "tries on one account", wanted: 1_000 },
      { path: "src/server/features/session/signin.db.test.ts", beside: true },
      { path: "src/server/features/session/guesses.db.test.ts", title: "one password on many accounts", wanted: 2_000 },
      { path: "src/server/features/session/guesses.db.test.ts", title: "a guess costs the same", wanted: 500 },
    ],
    unit: "tries",
    missing: "a clock: of accounts that are there and names that are nobody's the comparisons and statements of each guess are counted",
  },
  {
    id: "A5",
    what: "codes: replayed, twice at once, older, of others, guessed, of a seed that waits",
    tests: [
      { path: "src/server/features/session/totp.db.test.ts", title: "work once, of two at once", wanted: 50 },
      { path: "src/server/features/session/totp.db.test.ts", title: "work in sign-in once", wanted: 50 },
      { path: "src/server/features/session/totp.db.test.ts", title: "hold within one step", wanted: 50 },
      { path: "src/server/features/session/totp.db.test.ts", title: "of another user are worth nothing", wanted: 50 },
      { path: "src/server/features/session/totp.db.test.ts", beside: true },
    ],
    unit: "rounds",
    missing: "10,000 guesses: the limit ends them after five",
  },
  {
    id: "A6",
    what: "merchants' keys: every changed character, cut, in the address, from other addresses, forged origins",
    tests: [
      { path: "src/server/features/merchants/merchants.db.test.ts", title: "credentials" },
      { path: "src/server/features/merchants/merchants.db.test.ts", title: "keeps to the address list" },
      { path: input("addresses"), title: "headers that claim" },
      { path: "src/server/platform/http/ip.test.ts" },
      { path: "test/operate/log.test.ts" },
    ],
    unit: "tests",
    wanted: 10,
  },
  {
    id: "A7",
    what: "phones: unbound, other wallet, replayed, wrong clock, wrong signature, wrong sender",
    tests: [
      { path: "test/devices/devices.test.ts" },
      { path: "test/devices/identity.test.ts" },
      { path: "src/server/features/devices/devices.db.test.ts" },
      { path: "src/server/features/devices/hooks.db.test.ts" },
      { path: "src/server/features/devices/hook-apps.db.test.ts" },
      { path: "src/server/features/devices/exchange.db.test.ts" },
    ],
    unit: "tests",
    wanted: 30,
  },
  {
    id: "A8",
    what: "a stolen token: seen in the list of sessions, ended from there, over after its time",
    tests: [
      { path: "src/server/features/session/session.db.test.ts", title: "seen and ended from another one" },
      { path: "src/server/features/session/session.db.test.ts", title: "ends after 12 hours" },
    ],
    unit: "tests",
    wanted: 2,
  },
];
