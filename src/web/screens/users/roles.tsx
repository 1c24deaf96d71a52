/** Custom roles: what each keeps of its type and leaves out, who has it; making, changing and deleting one. */
import { Button } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";
import { Link } from "react-router";
import { permissionsOf } from "../../../contract/permissions.ts";
import type { RoleRow } from "../../../contract/roles.schema.ts";
import { useCellTools } from "../../cell-tools.ts";
import { useFormDialog } from "../../forms/use-form-dialog.tsx";
import { useLiveEvents } from "../../events.ts";
import { pathTo } from "../../paths.ts";
import { errorOf, invalidate, useAct, useRead } from "../../query.ts";
import { useCan } from "../../session.tsx";
import { ScreenLink } from "../../ui/screen-link.tsx";
import { confirm, EmptyState, ErrorState, notify, Placeholder } from "../../ui/index.ts";
import { without } from "./role-values.ts";
import css from "./users.module.css";

/** So many of what a role leaves out are named. */
const NAMED = 6;
const refresh = (): void => invalidate("GET /api/roles");

export default function Roles({ tabs }: { tabs: ReactNode }): ReactElement {
  const tools = useCellTools();
  const { t } = tools;
  const mayEdit = useCan("roles.edit");
  const read = useRead("GET /api/roles", {});
  const form = useFormDialog(tools);
  useLiveEvents(["users"], refresh);
  const create = (): void => void form.open(async () => (await import("./role-form.ts")).createRoleForm(), null, t("roles.done.create"), refresh);
  const edit = (role: RoleRow): void =>
    void form.open(
      async () => (await import("./role-form.ts")).editRoleForm(),
      role,
      t("roles.done.edit"),
      refresh,
      (fresh) => fresh.editable,
    );
  return (
    <div className={css.roles}>
      <div className={css.rolesHead}>
        {tabs}
        {mayEdit ? <Button onClick={create}>{t("roles.create")}</Button> : null}
      </div>
      <p className="fd-dim">{t("roles.hint")}</p>
      {read.isError ? <ErrorState error={errorOf(read.error)} onRetry={() => void read.refetch()} /> : null}
      {read.data === undefined && !read.isError ? <Placeholder height={160} /> : null}
      {read.data?.items.length === 0 ? <EmptyState text={mayEdit ? t("roles.emptyYours") : t("roles.empty")} /> : null}
      {(read.data?.items ?? []).map((role) => (
        <Role key={role.id} role={role} onEdit={() => edit(role)} />
      ))}
      {form.dialog}
    </div>
  );
}

function Role({ role, onEdit }: { role: RoleRow; onEdit: () => void }): ReactElement {
  const { t, locale } = useCellTools();
  const maySeeAudit = useCan("audit.see");
  const { busy, run } = useAct("POST /api/roles/:id/delete", { refresh: ["GET /api/roles"] });
  const type = t(`common.userType.${role.user_type}`);
  const remove = async (): Promise<void> => {
    const used = role.people > 0;
    const words = { name: role.name, n: role.people, type };
    const sure = await confirm({
      title: t(used ? "roles.ask.fallTitle" : "roles.ask.deleteTitle", words),
      text: t(used ? "roles.ask.fallBody" : "roles.ask.deleteBody", words),
      action: t(used ? "roles.ask.fall" : "common.delete"),
      destructive: true,
    });
    if (!sure) return;
    const answer = await run({ params: { id: role.id }, body: { version: role.version, fall_back: used } });
    if (answer.success) notify({ kind: "done", text: t("roles.done.delete") });
  };
  return (
    <section className={css.role} data-id={role.id} aria-label={role.name}>
      <div className={css.roleHead}>
        <h2>{role.name}</h2>
        <span className="fd-dim">{type}</span>
        <span className={css.roleActs}>
          {role.people === 0 ? (
            <span className="fd-dim">{t("roles.nobody")}</span>
          ) : (
            <ScreenLink to={pathTo(locale, "users", { role: role.name, deleted: "with" })}>{t("roles.people", { n: role.people })}</ScreenLink>
          )}
          {maySeeAudit ? <Link to={pathTo(locale, "users", { tab: "audit", object_type: "role", q: role.id })}>{t("roles.history")}</Link> : null}
          {role.editable ? (
            <>
              <Button size="xs" variant="default" onClick={onEdit}>
                {t("common.edit")}
              </Button>
              <Button size="xs" variant="default" color="danger" loading={busy} onClick={() => void remove()}>
                {t("common.delete")}
              </Button>
            </>
          ) : null}
        </span>
      </div>
      <p>{t("roles.kept", { n: role.permissions.length, all: permissionsOf(role.user_type).length })}</p>
      <Missing role={role} />
    </section>
  );
}

/** What the role leaves out of its type; all of it behind the first ones. */
function Missing({ role }: { role: RoleRow }): ReactElement {
  const { t } = useCellTools();
  const words = without(role).map((permission) => t(`roles.permission.${permission}`));
  if (words.length === 0) return <p className="fd-dim">{t("roles.whole")}</p>;
  if (words.length <= NAMED) return <p className="fd-dim">{t("roles.without", { list: words.join(t("roles.join")) })}</p>;
  return (
    <details>
      <summary className="fd-dim">{t("roles.withoutMore", { list: words.slice(0, NAMED).join(t("roles.join")), n: words.length })}</summary>
      <ul className={css.missing}>
        {words.map((word) => (
          <li key={word}>{word}</li>
        ))}
      </ul>
    </details>
  );
}
