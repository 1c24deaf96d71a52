// Changes of functions of the database (./sql.mjs) that no test can find, since the function does the same with them: each with the
// reason. As in equivalent.mjs, one that is found after all, or that is no longer made, fails the run.

/** @type {import("./equivalent.mjs").Equivalent[]} */
export const EQUIVALENT_SQL = [];
