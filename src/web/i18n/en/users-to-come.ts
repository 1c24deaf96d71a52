import type { Shape } from "../shape.ts";
import type { usersToCome as zhToCome } from "../zh/users-to-come.ts";

/** What the frame says of the list before the screen has come. */
export const usersToCome = {
  searchHint: "Account, email, ID",
} satisfies Shape<typeof zhToCome>;
