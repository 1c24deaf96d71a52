/** Says that what stands in a form was typed before the session ended: it may be about something that has moved on since. */
import type { ReactElement } from "react";
import { useText } from "../i18n/keys.ts";
import { Strip } from "../ui/blocks.tsx";

export function GivenBack({ when }: { when: boolean }): ReactElement | null {
  const t = useText();
  return when ? <Strip tone="ask">{t("list.form.givenBack")}</Strip> : null;
}
