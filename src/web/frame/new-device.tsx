/** A strip for each sign-in from a browser that was never seen with this account: it was the person himself, or that browser is signed out. */
import type { ReactElement } from "react";
import { useNavigate } from "react-router";
import type { NewDevice } from "../../contract/session.schema.ts";
import { call } from "../api.ts";
import { formatDateTime } from "../i18n/format.ts";
import { useText } from "../i18n/keys.ts";
import { useLocale } from "../i18n/locale.ts";
import { pathTo } from "../paths.ts";
import { invalidate, useRead } from "../query.ts";
import { useLimited } from "../session.tsx";
import { confirm } from "../ui/confirm.ts";
import { notify, notifyError } from "../ui/notices.tsx";
import css from "./banners.module.css";

const POLL_MS = 60_000;
/** More than these are read in the profile. */
const MOST = 3;

/** Those that this session may answer for; nothing while it is not known. */
export function useNewDevices(): { readonly items: readonly NewDevice[]; readonly known: boolean } {
  const enabled = !useLimited();
  const read = useRead("GET /api/user/new-devices", {}, { enabled, everyMs: POLL_MS, staleMs: POLL_MS });
  return { items: read.data?.items ?? [], known: !enabled || !read.isPending };
}

/** Answers for one; "not mine" leads to the password, which somebody else knows. */
export function useNewDeviceAnswer(): (device: NewDevice, mine: boolean) => Promise<void> {
  const t = useText();
  const locale = useLocale();
  const navigate = useNavigate();
  return async (device, mine) => {
    if (!mine) {
      const sure = await confirm({
        text: t("profile.newDevice.endQuestion", { device: device.device, ip: device.ip ?? "–" }),
        action: t("profile.newDevice.end"),
        destructive: true,
      });
      if (!sure) return;
    }
    const answer = await call("POST /api/user/new-devices/:id", { params: { id: device.id }, body: { mine } });
    invalidate("GET /api/user/new-devices", "GET /api/user/sessions");
    if (!answer.success) return notifyError(answer.error);
    if (mine) return;
    notify({ kind: "ask", text: t("profile.newDevice.ended") });
    void navigate(pathTo(locale, "profile"));
  };
}

/** What happened, and the two answers. */
export function NewDeviceStrips({ items }: { items: readonly NewDevice[] }): ReactElement {
  const t = useText();
  const answer = useNewDeviceAnswer();
  return (
    <>
      {items.slice(0, MOST).map((device) => (
        <p key={device.id} className={css.strip} data-tone="ask" role="status" data-new-device={device.id}>
          {t("profile.newDevice.strip", { device: device.device, ip: device.ip ?? "–", time: formatDateTime(device.at) })}
          <button type="button" className={css.act} onClick={() => void answer(device, true)}>
            {t("profile.newDevice.mine")}
          </button>
          <button type="button" className={css.act} onClick={() => void answer(device, false)}>
            {t("profile.newDevice.notMine")}
          </button>
        </p>
      ))}
    </>
  );
}
