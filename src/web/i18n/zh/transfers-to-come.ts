/** What the frame says of the list before the screen has come. */
export const transfersToCome = {
  searchHint: "转账单号、TrxID",
};
