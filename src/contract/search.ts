/** What is enough to look for, in the box that searches everything. */

/** A Chinese character is a word: one says as much as some letters of another script do. */
export const holdsWord = (text: string): boolean => /\p{Script=Han}/u.test(text);
