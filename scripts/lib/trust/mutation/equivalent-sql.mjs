// Changes of functions of the database (./sql.mjs) that no test can find, since the function does the same with them: each with the
// reason. As in equivalent.mjs, one that is found after all, or that is no longer made, fails the run.

const WRITE = "db/functions/posting_write.sql";
const REST = "db/functions/posting_write_rest.sql";
const EMPTY = "a shortcut: an empty or absent list writes nothing";

/** @type {import("./equivalent.mjs").Equivalent[]} */
export const EQUIVALENT_SQL = [
  { file: WRITE, from: "v_messages is not null", to: "true", why: EMPTY },
  { file: WRITE, from: ">", to: ">=", line: "cardinality(used_keys)", why: EMPTY },
  { file: WRITE, from: "cardinality(leg_entries) > 0", to: "true", why: EMPTY },
  { file: REST, from: "rest ? 'differences'", to: "true", why: EMPTY },
  { file: REST, from: "rest ? 'alerts'", to: "true", why: EMPTY },
  {
    file: "db/functions/ledger_write.sql",
    from: "*",
    to: "/",
    line: "max(last_entry_id)",
    why: "a second try gives every account new ids, behind those of the first try by their sequence: they lie in that day or a later one, together",
  },
  {
    file: "db/functions/ledger_write.sql",
    from: "acc.id >= s.a",
    to: "true",
    why: "the other bound and the difference say the same; both bounds are there for the planner",
  },
  { file: "db/functions/entries_zero_sum.sql", from: "*", to: "/", why: "a side is 1 or -1" },
];
