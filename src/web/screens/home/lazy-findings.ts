/** Seldom there is anything: what the ledger check has found comes when it is shown, with the words of statuses that few screens need. */
import { lazy } from "react";
import { withMessages } from "../../i18n/index.ts";

export const Findings = lazy(() => withMessages("books", withMessages("seldom", import("./findings.tsx"))));
