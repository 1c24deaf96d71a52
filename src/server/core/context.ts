/** What the core adds to the running application that every verb gets (`App` of `platform/context.ts`). */
import type { Accounts } from "./ledger/accounts.ts";
import type { Acceptance } from "./acceptance/acceptance.ts";
import type { MessagePosting } from "./posting/posting.ts";
import type { Offers } from "./feature.ts";

export interface CoreParts {
  /** Rows of the books' accounts. */
  readonly accounts: Accounts;
  readonly acceptance: Acceptance;
  readonly posting: MessagePosting;
  /** What all parts of the product offer. */
  readonly offers: Offers;
  /** Wakes the notification worker after a commit that queued something. */
  readonly wakeOutbox: () => void;
}

declare module "../platform/context.ts" {
  // The one way in which a floor below gets to know of what stands above it: by name, without importing it.
  interface App extends CoreParts {}
}
