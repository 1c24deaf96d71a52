// What happens when there is a lot of everything. Each row is a bench that starts calls by the clock (bench/load/).
/** The program of a row. */
const bench = (row) => ["scripts/bench.mjs", "load", row];
const MARKS = "whether the plan's marks are reached: printed with the load of the machine, and no part of holding";

/** @type {import("./row.mjs").Row[]} */
export const LOAD = [
  {
    id: "L1",
    what: "a day's mixture by the clock: every call is done, every payment completed, the books agree",
    tests: [],
    program: bench("L1"),
    unit: "calls",
    wanted: 900,
    missing: `a million orders there already (the benches lists and insert do), 200 calls a second where the machine is slow or busy with others; ${MARKS}`,
  },
  {
    id: "L2",
    what: "one merchant takes all: its payments are made and paid, hardly slower than over many merchants",
    tests: [],
    program: bench("L2"),
    unit: "calls",
    wanted: 2_000,
    missing: MARKS,
  },
  {
    id: "L3",
    what: "twice the most that can be done: too much is sent away with 503, four fifths of the most is done, staff's lists are all sent and answered, no order is lost or doubled",
    tests: [],
    program: bench("L3"),
    unit: "calls",
    wanted: 1_000,
    missing: MARKS,
  },
  {
    id: "L4",
    what: "a flood of wrong passwords: nobody comes in, others are served less than twice as slowly, and whoever is known signs in",
    tests: [],
    program: bench("L4"),
    unit: "calls",
    wanted: 1_000,
    missing: MARKS,
  },
  {
    id: "L5",
    what: "backlogs of 5,000 messages and 5,000 notifications drain, each once",
    tests: [],
    program: bench("L5"),
    unit: "messages and notifications",
    wanted: 10_000,
    missing: MARKS,
  },
  {
    id: "L6",
    what: "every list with every filter, from both ends; a file of 100,000 rows leaves the memory as it was",
    tests: [],
    program: bench("L6"),
    unit: "calls",
    wanted: 1_000,
    missing: MARKS,
  },
  {
    id: "L7",
    what: "twice the lists that can be answered: too much is sent away early with 503 or 429, four fifths of the most is answered, every order beside them is taken",
    tests: [],
    program: bench("L7"),
    unit: "calls",
    wanted: 1_000,
    missing: MARKS,
  },
  {
    id: "L8",
    what: "clients that never end what they begin, then bodies of 10 MB, plain and packed: others are served less than twice as slowly",
    tests: [],
    program: bench("L8"),
    unit: "calls",
    wanted: 1_000,
    missing: "on a busy machine: that none of the others is sent away",
  },
];
