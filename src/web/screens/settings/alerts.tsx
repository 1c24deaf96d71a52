/** Sounds and desktop notices, each off until it is wanted, and of which kinds. Each choice takes effect at once. */
import { Checkbox, Switch } from "@mantine/core";
import type { ReactElement } from "react";
import { reaches } from "../../built.ts";
import { NOTICE_KINDS, NOTICE_SCREENS } from "../../frame/alerts.ts";
import { useText } from "../../i18n/keys.ts";
import { NOTICE_WAYS, type NoticeWay, setNoticeKinds, setPreferences, useNoticeKinds, useNoticeWay } from "../../prefs.ts";
import { useMay } from "../../session.tsx";
import { notify, Section } from "../../ui/index.ts";
import css from "./settings.module.css";

/** Asks the browser for the right to show notices; says so when it refuses. */
async function allowDesktop(blocked: string): Promise<boolean> {
  if (typeof Notification !== "undefined" && (await Notification.requestPermission()) === "granted") return true;
  notify({ kind: "bad", text: blocked });
  return false;
}

export function Alerts(): ReactElement {
  const t = useText();
  const on = { sounds: useNoticeWay("sounds"), desktop_notices: useNoticeWay("desktop_notices") };
  const change = async (way: NoticeWay, wanted: boolean): Promise<void> => {
    if (way === "desktop_notices" && wanted && !(await allowDesktop(t("settings.alerts.desktopBlocked")))) return;
    await setPreferences({ [way]: wanted });
  };
  return (
    <Section title={t("settings.alerts.title")} id="alerts">
      <div className={css.switches}>
        {NOTICE_WAYS.map((way) => (
          <Switch key={way} checked={on[way]} onChange={(event) => void change(way, event.currentTarget.checked)} label={t(`settings.alerts.${way}`)} />
        ))}
      </div>
      {on.sounds || on.desktop_notices ? <Kinds on={on} /> : null}
    </Section>
  );
}

/** Which kinds are told in which of the ways that are on. */
function Kinds({ on }: { on: Readonly<Record<NoticeWay, boolean>> }): ReactElement {
  const t = useText();
  const chosen = { sounds: useNoticeKinds("sounds", NOTICE_KINDS), desktop_notices: useNoticeKinds("desktop_notices", NOTICE_KINDS) };
  const ways = NOTICE_WAYS.filter((way) => on[way]);
  const may = useMay();
  return (
    <table className={css.kinds}>
      <thead>
        <tr>
          <th scope="col">{t("settings.alerts.kind")}</th>
          {ways.map((way) => (
            <th key={way} scope="col">
              {t(`settings.alerts.short.${way}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {NOTICE_KINDS.filter((kind) => reaches(may, NOTICE_SCREENS[kind])).map((kind) => (
          <tr key={kind}>
            <th scope="row">{t(`home.waiting.${kind}`)}</th>
            {ways.map((way) => (
              <td key={way}>
                <Checkbox
                  aria-label={`${t(`home.waiting.${kind}`)}, ${t(`settings.alerts.short.${way}`)}`}
                  checked={chosen[way].has(kind)}
                  onChange={(event) => {
                    const { checked } = event.currentTarget;
                    void setNoticeKinds(
                      way,
                      NOTICE_KINDS.filter((one) => (one === kind ? checked : chosen[way].has(one))),
                    );
                  }}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
