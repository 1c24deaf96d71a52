/** How a wallet's settings and their changes are said, in jobs too; the rest of the area comes with few screens. */
export const settingWords = {
  on: "是",
  off: "否",
  unlimited: "不限",
  never: "不信任",
  change: "{{name}}：{{before}} → {{after}}",
};
