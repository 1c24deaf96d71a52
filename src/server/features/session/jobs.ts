/** Forgets wrong tries that no limit looks at any more, and challenges that nobody answered. */
import { tidyChallenges } from "../../core/session/passkeys.ts";
import type { Job } from "../../platform/jobs/runner.ts";

const KEEP_MS = 24 * 3_600_000;

export const sessionJobs: Job[] = [
  {
    name: "signin-failures",
    everyMs: 600_000,
    run: async (app) => {
      await app.db.run("delete from signin_failures where at < $1", [new Date(app.now() - KEEP_MS)]);
    },
  },
  { name: "passkey-challenges", everyMs: 600_000, run: tidyChallenges },
];
