/** Says that what stands in a form was typed before the session ended: it may be about something that has moved on since. */
import type { ReactElement } from "react";
import { useText } from "../i18n/keys.ts";
import { Strip } from "../ui/blocks.tsx";
import { useChosenFile } from "./typed.ts";

export function GivenBack({ when }: { when: boolean }): ReactElement | null {
  const t = useText();
  return when ? <Strip tone="ask">{t("list.form.givenBack")}</Strip> : null;
}

/**
 * Says that a file was chosen when the session ended and has to be chosen again.
 * @param of which form's file it is
 * @param name of the one that is chosen now; null: none
 */
export function FileAgain({ of, name }: { of: string; name: string | null }): ReactElement | null {
  const t = useText();
  const before = useChosenFile(of, name);
  return before === null ? null : <Strip tone="ask">{t("list.form.fileAgain", { file: before })}</Strip>;
}
