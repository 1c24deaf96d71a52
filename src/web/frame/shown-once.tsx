/** What is answered this once, a secret, a binding, the outcome of a test, opens on whatever screen its act was pressed. */
import { lazy, type ReactElement } from "react";
import { useCellTools } from "../cell-tools.ts";
import { withMessages } from "../i18n/index.ts";
import { shownSecret, shownTest } from "../screens/merchants/shown.ts";
import { shownBinding } from "../screens/wallets/bound.ts";
import { useStore } from "../store.ts";
import { DialogPlace } from "../ui/focus-back.tsx";

const BoundDialog = lazy(() => withMessages("seldom", import("../screens/wallets/bound-dialog.tsx")));
const SecretDialog = lazy(async () => ({ default: (await import("../screens/merchants/shown-dialogs.tsx")).SecretDialog }));
const TestDialog = lazy(async () => ({ default: (await import("../screens/merchants/shown-dialogs.tsx")).TestDialog }));

/** Stands once inside the frame; the dialogs arrive when first needed. */
export function ShownOnce(): ReactElement {
  const tools = useCellTools();
  const binding = useStore(shownBinding);
  const secret = useStore(shownSecret);
  const test = useStore(shownTest);
  return (
    <>
      {binding === null ? null : (
        <DialogPlace>
          <BoundDialog key={`${binding.wallet.id} ${binding.bound.version}`} shown={binding} tools={tools} />
        </DialogPlace>
      )}
      {secret === null ? null : (
        <DialogPlace>
          <SecretDialog shown={secret} tools={tools} />
        </DialogPlace>
      )}
      {test === null ? null : (
        <DialogPlace>
          <TestDialog shown={test} tools={tools} />
        </DialogPlace>
      )}
    </>
  );
}
