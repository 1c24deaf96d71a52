/** What is said where a later answer did not come: what is in view is from before, and once more. */
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import type { CallError } from "../api.ts";
import { useText } from "../i18n/keys.ts";
import { Strip } from "./blocks.tsx";

/** Why the newest answer is missing. A session that has ended has a screen of its own and says nothing here. */
export function StaleStrip({ error, onRetry }: { error: CallError | null; onRetry: () => void }): ReactElement | null {
  const t = useText();
  if (error === null || error.status === 401) return null;
  const offline = error.code === "offline";
  const again = (
    <Button size="xs" variant="default" onClick={onRetry}>
      {t("common.retry")}
    </Button>
  );
  return (
    <Strip tone={offline ? "gone" : "bad"} action={again}>
      {t(offline ? "list.state.offline" : "list.state.failedAgain")}
    </Strip>
  );
}
