/** Users: who may sign in, and the trail of what they changed. A merchant's admin sees its own people and their acts. */
import { lazy, type ReactElement, type ReactNode, Suspense } from "react";
import { useFormDialog } from "../../forms/use-form-dialog.tsx";
import { barCss as bar } from "../../list/bar/index.ts";
import { useCreateIntent } from "../../intent.ts";
import { List } from "../../list/index.ts";
import { useCellTools } from "../../cell-tools.ts";
import { queryClient } from "../../query.ts";
import { SCREEN_TABS } from "../../screens.ts";
import { useCan, useMay } from "../../session.tsx";
import { useStore } from "../../store.ts";
import { DialogPlace } from "../../ui/focus-back.tsx";
import { ScreenTabs, useTab } from "../../ui/screen-tabs.tsx";
import { shownCredentials } from "./shown.ts";
import { usersList } from "./spec.ts";

const Roles = lazy(() => import("./roles.tsx"));
const Audit = lazy(() => import("./audit.tsx"));
const CredentialsDialog = lazy(() => import("./shown-dialog.tsx"));
const TABS = SCREEN_TABS.users;
type Tab = keyof typeof TABS;
const TAB_NAMES = Object.keys(TABS) as Tab[]; // keys of a literal: exactly its names

/** The screen at /users. */
export default function Users() {
  const { t } = useCellTools();
  const may = useMay();
  const offered = TAB_NAMES.filter((name) => may(TABS[name]));
  const active = useTab(offered);
  const tabs = <ScreenTabs label={t("users.tabs.label")} active={active} tabs={offered.map((name) => ({ name, label: t(`users.tabs.${name}`) }))} />;
  if (active !== "audit" && active !== "roles") return <UserList tabs={tabs} />;
  return <Suspense fallback={null}>{active === "roles" ? <Roles tabs={tabs} /> : <Audit tabs={tabs} />}</Suspense>;
}

function UserList({ tabs }: { tabs: ReactNode }): ReactElement {
  const tools = useCellTools();
  const { t } = tools;
  const mayEdit = useCan("users.edit");
  const form = useFormDialog(tools);
  const shown = useStore(shownCredentials);
  const create = (): void =>
    void form.open(
      async () => (await import("./form.ts")).createForm(),
      null,
      t("users.done.create"),
      () => void queryClient.invalidateQueries({ queryKey: ["list", "users"] }),
    );
  useCreateIntent("users", mayEdit, create);
  return (
    <>
      <List
        spec={usersList}
        tabs={tabs}
        extra={
          mayEdit ? (
            <button type="button" className={bar.button} data-primary="" onClick={create}>
              {t("users.action.create")}
            </button>
          ) : null
        }
      />
      {form.dialog}
      {shown ? (
        <DialogPlace>
          <CredentialsDialog key={`${shown.account} ${shown.kind}`} shown={shown} tools={tools} />
        </DialogPlace>
      ) : null}
    </>
  );
}
