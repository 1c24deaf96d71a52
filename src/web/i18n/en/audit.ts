import { auditAction, auditActor, auditObject } from "../../../contract/words/en/audit.ts";
import type { Shape } from "../shape.ts";
import type { audit as zh } from "../zh/audit.ts";

/** What the trail calls acts and who acts, which timelines and files say as well. */
export const audit = {
  actor: auditActor,
  object: auditObject,
  action: auditAction,
  by: { person: "Person", timer: "Timer", longer: "Replaced by a longer stop" },
  official: { removed: "Removed" },
} satisfies Shape<typeof zh>;
