/**
 * The form in which an account is looked up and its wrong tries are counted. One for both: the database folds letters that the program does
 * not (the capital I with a dot), and a spelling that finds an account must not have a count of its own.
 */
export const accountKey = (account: string): string => account.toLowerCase();
