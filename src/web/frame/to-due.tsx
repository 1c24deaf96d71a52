/** Leads to what comes before anything else: a password, an authenticator. */
import type { ReactElement } from "react";
import { Navigate, useLocation } from "react-router";
import { useLocale } from "../i18n/locale.ts";
import { pathTo } from "../paths.ts";
import type { WayBack } from "../way-back.ts";

/** Goes to the profile, and keeps where the person was going. */
export function ToDue(): ReactElement {
  const locale = useLocale();
  const { pathname, search, hash } = useLocation();
  // The router's place, not the address: it is drawn again on its way, when the address is the profile's already.
  const state: WayBack = { back: pathname + search + hash };
  return <Navigate to={pathTo(locale, "profile")} replace state={state} />;
}
