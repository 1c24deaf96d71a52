// Who may do what, and how he says who he is.
import { input } from "./row.mjs";

/** @type {import("./row.mjs").Row[]} */
export const ACCESS = [
  { id: "A1", what: "every route with every kind of credential", tests: [{ path: "test/access/matrix.test.ts" }], unit: "calls", wanted: 5_000 },
  {
    id: "A2",
    what: "another merchant's ids in every path, query, field and list; marks of one in answers of the other",
    tests: [{ path: "test/access/tenants.test.ts" }],
    unit: "calls",
    wanted: 5_000,
    missing: "equal times of both answers",
  },
  {
    id: "A3",
    what: "rights taken away: disabled, deleted, signed out, other type, new authenticator",
    tests: [
      { path: "test/access/revoked.test.ts" },
      { path: "src/server/features/users/users.db.test.ts", title: "sign out at once" },
      { path: "src/server/features/users/users.db.test.ts", title: "of the own type is refused" },
      { path: "src/server/features/users/users.db.test.ts", title: "end sessions and unlock" },
      { path: "src/server/features/session/session.db.test.ts" },
      { path: "src/server/features/session/totp.db.test.ts", title: "ends every session" },
    ],
    unit: "calls at the moment of a change",
    wanted: 1_500,
  },
  {
    id: "A4",
    what: "guessed passwords: from one address, on one account, one password on many",
    tests: [{ path: "src/server/features/session/signin.db.test.ts" }],
    unit: "tries",
    wanted: 3_000,
    missing: "one password on many accounts from many addresses; equal times of known and unknown accounts",
  },
  {
    id: "A5",
    what: "codes: replayed, twice at once, older, of others, guessed, of a seed that waits",
    tests: [{ path: "src/server/features/session/totp.db.test.ts" }],
    unit: "rounds",
    wanted: 200,
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
