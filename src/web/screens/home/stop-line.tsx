/** One line for the kill-switches: how many are engaged, and the way to the panel of the emergency stop. */
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import { showStop, useMayStop } from "../../frame/stop-state.ts";
import { switchWords, useSwitches } from "../../frame/switches.ts";
import { useText } from "../../i18n/keys.ts";
import { Section, StatusDot } from "../../ui/index.ts";

/** Hidden from who may not close; the banner tells the others what concerns them. */
export function StopLine(): ReactElement | null {
  const t = useText();
  const rows = useSwitches();
  if (!useMayStop() || rows === undefined) return null;
  return (
    <Section
      title={t("switches.title")}
      actions={
        <Button size="xs" variant="default" onClick={() => showStop(true)}>
          {t("switches.close")}
        </Button>
      }
    >
      {rows.length === 0 ? (
        <StatusDot tone="done">{t("switches.none")}</StatusDot>
      ) : (
        <ul>
          {rows.map((row) => (
            <li key={row.id}>
              <StatusDot tone="bad">{switchWords(row, t)}</StatusDot>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
