import { trailObject } from "../../../contract/words/en/objects.ts";
import type { Shape } from "../shape.ts";
import type { trail as zh } from "../zh/trail.ts";

/** The screen of the trail; what others say of it too (acts, who acted) stands in `audit.ts`. */
export const trail = {
  title: "Activity",
  searchHint: "Object ID, record ID, account",
  empty: "Nothing recorded yet. Changes to users, permissions, settings and secrets, and everything that a person does to money, are kept here.",
  column: {
    id: "ID",
    actor: "Done by",
    ip: "IP",
    changes: "Changes",
    approval: "Approval",
    hash: "Hash",
  },
  object: trailObject,
  diff: { field: "Field", none: "This action changed no fields", empty: "empty" },
  sealed: "Sealed",
  unsealed: "Not sealed yet",
  hashHint: "The hash covers this record and the hash before it: any change breaks the chain after it.",
  tagOne: "{{field}}: {{before}} → {{after}}",
  tagNew: "{{field}}: {{value}}",
  tagMore: "({{n}} field{{n, s}})",
} satisfies Shape<typeof zh>;
