/** Searching a list: words and chips, with what helps to type them. */
export { applyParts } from "./apply.ts";
export { fieldsOf, inBothLanguages, type WordsOf } from "./fields.ts";
export { findByName } from "./find-by-name.ts";
export { forgetRecent, remember, useRecent } from "./recent.ts";
export { SearchBox } from "./search-box.tsx";
