// What a row is; ../rows.mjs says what its parts mean.
/** @typedef {{ path: string, title?: string }} Tests */
/** @typedef {{ id: string, what: string, tests: Tests[], wanted: number, unit: string, missing?: string }} Row */
