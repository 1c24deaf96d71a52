/** Acts that end an exception and belong to no list's row: failed notifications are sent again, an operator's statement is imported. */
import { lazy, type ReactElement, Suspense, useState } from "react";
import type { ExceptionKind } from "../../../contract/exceptions.ts";
import type { Permission } from "../../../contract/permissions.ts";
import type { CellTools } from "../../cell-tools.ts";
import { withMessages } from "../../i18n/index.ts";
import type { MessageKey } from "../../i18n/keys.ts";
import { invalidate } from "../../query.ts";
import { useMay } from "../../session.tsx";
import { DialogPlace } from "../../ui/focus-back.tsx";
import { failedOf, type OwnKind, type PanelType } from "./suggested.ts";

const BulkDialog = lazy(async () => ({ default: (await import("../../list/bulk/index.ts")).BulkDialog }));
/** Its messages are those of the books, which the queue does not load otherwise. */
const ImportDialog = lazy(() => withMessages("books", import("../wallets/days/import-dialog.tsx")));

interface Known {
  readonly id: "resend" | "import";
  readonly label: MessageKey;
  /** All of them are needed. */
  readonly permissions: readonly Permission[];
}
const IMPORT: Known = { id: "import", label: "exceptions.own.import", permissions: ["reconciliation.import"] };
const OWN: Readonly<Record<OwnKind, readonly [PanelType, Known]>> = {
  delivery_failed: ["merchant", { id: "resend", label: "exceptions.own.resend", permissions: ["deliveries.resend", "bulk.run"] }],
  wallet_gap: ["wallet", IMPORT],
  books_differ: ["wallet", IMPORT],
  wallet_unreported: ["wallet", IMPORT],
  wallet_negative: ["wallet", IMPORT],
};

/** The act of a kind for an object of a type and these eyes; null: there is none. Pure. */
export function ownActOf(kind: ExceptionKind, type: PanelType, may: (permission: Permission) => boolean): Known | null {
  const known: Readonly<Partial<Record<ExceptionKind, readonly [PanelType, Known]>>> = OWN;
  const [of, act] = known[kind] ?? [];
  return of === type && act?.permissions.every(may) ? act : null;
}

interface Asked {
  readonly kind: ExceptionKind;
  readonly type: PanelType;
  readonly id: string;
  readonly tools: CellTools;
  /** Something was done. */
  readonly onDone: () => void;
}

/** What is drawn of it: a button's word, what it opens, and that once it is open. */
export interface OwnAct {
  readonly label: string;
  readonly open: () => void;
  readonly dialog: ReactElement | null;
}

/** The own act of an exception; null: it has none, or these eyes may not do it. */
export function useOwnAct({ kind, type, id, tools, onDone }: Asked): OwnAct | null {
  const act = ownActOf(kind, type, useMay());
  const [shown, setShown] = useState(false);
  if (act === null) return null;
  const close = (done: boolean): void => {
    setShown(false);
    if (!done) return;
    invalidate("GET /api/reconciliation", "GET /api/reconciliation/:id/:date", "GET /api/deliveries");
    onDone();
  };
  const dialog = shown ? (
    <DialogPlace>
      <Suspense fallback={null}>
        {act.id === "resend" ? (
          <BulkDialog act="deliveries.resend" what={{ filter: failedOf(id) }} tools={tools} onClose={close} />
        ) : (
          <ImportDialog walletId={id} tools={tools} onClose={close} />
        )}
      </Suspense>
    </DialogPlace>
  ) : null;
  return { label: tools.t(act.label), open: () => setShown(true), dialog };
}
