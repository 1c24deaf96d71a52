/** What the frame says of the list before the screen has come. */
export const usersToCome = {
  searchHint: "账号、邮箱、编号",
};
