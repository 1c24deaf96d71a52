import type { Shape } from "../shape.ts";
import type { walletsToCome as zhToCome } from "../zh/wallets-to-come.ts";

/** What the frame says of the list before the screen has come. */
export const walletsToCome = {
  searchHint: "Name, note name, account, ID",
} satisfies Shape<typeof zhToCome>;
