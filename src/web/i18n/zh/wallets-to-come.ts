/** What the frame says of the list before the screen has come. */
export const walletsToCome = {
  searchHint: "名称、备注名、账号、编号",
};
