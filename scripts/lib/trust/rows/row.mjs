// What a row is (../rows.mjs says what its parts mean), and where many of its tests stand.
/** @typedef {{ path: string, title?: string, wanted?: number, each?: number, beside?: boolean }} Tests */
/** @typedef {{ id: string, what: string, tests: Tests[], wanted?: number, unit: string, callers?: number, missing?: string, program?: string[] }} Row */

/** @param {string} name of a file of bad input */
export const input = (name) => `test/input/${name}.test.ts`;

/** @param {string} name of a file of races */
export const races = (name) => `test/races/${name}.test.ts`;

/** A test that counts its rounds. @returns {Tests} */
export const round = (path, title, wanted = 60) => ({ path, title, wanted });
