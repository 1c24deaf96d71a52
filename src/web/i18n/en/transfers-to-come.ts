import type { Shape } from "../shape.ts";
import type { transfersToCome as zhToCome } from "../zh/transfers-to-come.ts";

/** What the frame says of the list before the screen has come. */
export const transfersToCome = {
  searchHint: "Transfer ID, TrxID",
} satisfies Shape<typeof zhToCome>;
