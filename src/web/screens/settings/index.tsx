/** Settings: display and alerts for everyone; credentials, allow list and notifications for merchant users. */
import { lazy, Suspense } from "react";
import { useProfile } from "../../session.tsx";
import { useAnchor } from "../../ui/anchor.ts";
import { Placeholder } from "../../ui/index.ts";
import { Alerts } from "./alerts.tsx";
import { Display } from "./display.tsx";
import css from "./settings.module.css";

const Merchant = lazy(() => import("./merchant.tsx"));

export default function SettingsScreen() {
  const { merchant_id } = useProfile();
  useAnchor();
  return (
    <div className={css.page}>
      <Display />
      <Alerts />
      {merchant_id === null ? null : (
        <Suspense fallback={<Placeholder height={400} />}>
          <Merchant />
        </Suspense>
      )}
    </div>
  );
}
