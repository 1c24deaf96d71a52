import type { Shape } from "../shape.ts";
import type { settingWords as zhWords } from "../zh/setting-words.ts";

/** How a wallet's settings and their changes are said, in jobs too; the rest of the area comes with few screens. */
export const settingWords = {
  on: "Yes",
  off: "No",
  unlimited: "No limit",
  never: "Never",
  change: "{{name}}: {{before}} → {{after}}",
} satisfies Shape<typeof zhWords>;
