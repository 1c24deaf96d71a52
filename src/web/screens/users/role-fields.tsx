/** Fields of roles: the type it is made from, its permissions in groups, and the role of a user. */
import { Button, Checkbox, Select } from "@mantine/core";
import type { ReactElement } from "react";
import { permissionsOf, typeHas, USER_TYPES } from "../../../contract/permissions.ts";
import type { CustomFieldProps } from "../../forms/spec.ts";
import { useText } from "../../i18n/keys.ts";
import { useRead } from "../../query.ts";
import { useProfile } from "../../session.tsx";
import { CardChoice } from "../wallets/cards.tsx";
import css from "./users.module.css";
import { groupsOf, listed, roleType, withChosen } from "./role-values.ts";
import { grantable, myself } from "./values.ts";

/** The type that a new role is made from; another one begins with all of its own permissions. */
export function RoleType<Subject>(field: CustomFieldProps<Subject>): ReactElement {
  const t = useText();
  const { user_type: own } = useProfile();
  const types = USER_TYPES.filter((type) => own === "admin" || type === own);
  return (
    <CardChoice
      {...field}
      onChange={(type) => field.onPatch({ user_type: type, permissions: permissionsOf(roleType({ user_type: type })).join("\n") })}
      options={types.map((type) => ({ value: type, label: t(`common.userType.${type}`), hint: t(`users.typeHint.${type}`) }))}
    />
  );
}

/** Boxes in groups. What the person lacks himself cannot be given. */
export function RolePermissions<Subject>({ id, label, values, error, disabled, onChange }: CustomFieldProps<Subject>): ReactElement {
  const t = useText();
  const { user_type: own, permissions: mine } = useProfile();
  const type = roleType(values);
  const chosen = listed(values);
  const all = permissionsOf(type);
  const lacks = (permission: (typeof all)[number]): boolean => typeHas(own, permission) && !mine.includes(permission);
  const set = (next: readonly string[]): void => onChange(next.join("\n"));
  return (
    <fieldset id={id} className={css.permissions} disabled={disabled} aria-invalid={error !== null || undefined} tabIndex={-1}>
      <legend>{label}</legend>
      <div className={css.permissionsHead}>
        <span className="fd-dim">{t("roles.form.count", { n: chosen.length, all: all.length })}</span>
        <Button size="compact-sm" variant="default" onClick={() => set(all.filter((one) => !lacks(one)))}>
          {t("roles.form.all")}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => set([])}>
          {t("roles.form.none")}
        </Button>
      </div>
      <p className="fd-dim">{t("roles.form.needs")}</p>
      {groupsOf(type).map(([group, permissions]) => (
        <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
          <h3 id={`${id}-${group}`} className={css.permissionsGroup}>
            {t(`roles.group.${group}`)}
          </h3>
          <div className={css.boxes}>
            {permissions.map((permission) => (
              <Checkbox
                key={permission}
                label={t(`roles.permission.${permission}`)}
                disabled={lacks(permission) && !chosen.includes(permission)}
                checked={chosen.includes(permission)}
                onChange={(event) => set(withChosen(type, chosen, permission, event.currentTarget.checked))}
              />
            ))}
          </div>
        </div>
      ))}
      {error === null ? null : (
        <p role="alert" className={css.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** The role of a user: those of his type that the person may give. */
export function RoleField<Subject>({ id, label, value, values, error, disabled, onChange }: CustomFieldProps<Subject>): ReactElement {
  const t = useText();
  const granter = myself(useProfile());
  const read = useRead("GET /api/roles", {});
  const type = roleType(values);
  const offered = (read.data?.items ?? []).filter((role) => role.user_type === type && (role.editable || role.id === value));
  const whole = grantable(granter).includes(type);
  return (
    <Select
      id={id}
      label={label}
      description={t("roles.form.roleHelp")}
      error={error}
      disabled={disabled}
      value={offered.some((role) => role.id === value) || whole ? value : null}
      onChange={(next) => onChange(next ?? "")}
      data={[...(whole ? [{ value: "", label: t("roles.form.noRole") }] : []), ...offered.map((role) => ({ value: role.id, label: role.name }))]}
      allowDeselect={false}
      openOnFocus={false}
      comboboxProps={{ withinPortal: false }}
    />
  );
}
