/** What can be done with one view of the menu: by its owner, by whoever manages shared ones, by everybody who sees it. */
import { Button, Checkbox, TextInput } from "@mantine/core";
import { type FormEvent, type ReactElement, useState } from "react";
import { isMerchantType, USER_TYPES, type UserType } from "../../../contract/permissions.ts";
import type { SavedView } from "../../../contract/views.schema.ts";
import type { CellTools } from "../../cell-tools.ts";
import { tooLong } from "../../forms/too-long.ts";
import { useMay, useProfile } from "../../session.tsx";
import css from "../../ui/overlays.module.css";
import { type Hold, NAME_MAX, useHeldName } from "./save-view.tsx";
import { useViewActs } from "./use-view-acts.ts";
import type { ListViews } from "./use-views.ts";
import own from "./views.module.css";

interface Props {
  readonly view: SavedView;
  readonly views: ListViews;
  /** Who said that the list opens with it; null: it does not. */
  readonly standardBy: "person" | "role" | null;
  readonly hold: Hold;
  readonly tools: CellTools;
}

/** Opens under the line of its view. */
export function LineActs({ view, views, standardBy, hold, tools }: Props): ReactElement {
  const { t } = tools;
  const may = useMay();
  const acts = useViewActs(view, views, tools);
  const manages = view.shared && may("views.manage");
  return (
    <div className={own.acts}>
      {view.own || manages ? <Rename view={view} onRename={(name) => acts.change({ name })} hold={hold} tools={tools} /> : null}
      {view.own && (view.shared || may("views.share")) ? (
        <Checkbox label={t("list.views.shared")} checked={view.shared} onChange={(event) => void acts.change({ shared: event.currentTarget.checked })} />
      ) : null}
      <Checkbox
        label={t("list.views.default")}
        checked={view.default}
        // What holds for the user type is put aside by choosing the plain list.
        onChange={(event) => void acts.setStandard(event.currentTarget.checked ? view.id : standardBy === "role" ? "plain" : null)}
      />
      {manages ? <Roles view={view} onSet={acts.setRole} tools={tools} /> : null}
      <div className={own.row}>
        <Button size="xs" variant="default" onClick={acts.copyLink}>
          {t("list.views.link")}
        </Button>
        {view.own ? null : (
          <Button size="xs" variant="default" onClick={() => void acts.copy()}>
            {t("list.views.copy")}
          </Button>
        )}
        {view.own || manages ? (
          <Button size="xs" variant="default" onClick={() => void acts.remove()} aria-label={t("list.views.delete", { name: view.name })}>
            {t("common.delete")}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

interface RenameProps extends Pick<Props, "view" | "hold" | "tools"> {
  readonly onRename: (name: string) => Promise<string | null>;
}

function Rename({ view, onRename, hold, tools: { t } }: RenameProps): ReactElement {
  const [name, setName] = useState(view.name);
  useHeldName(name.trim() !== view.name, hold);
  const [problem, setProblem] = useState<string | null>(null);
  const rename = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (name.trim() === "") return setProblem(t("common.required"));
    if (name.trim() !== view.name && tooLong(name, NAME_MAX, t) === null) setProblem(await onRename(name.trim()));
  };
  return (
    <form onSubmit={(event) => void rename(event)} noValidate className={own.row}>
      <TextInput
        className={own.grow ?? ""}
        size="xs"
        aria-label={t("list.views.name")}
        value={name}
        error={tooLong(name, NAME_MAX, t) ?? problem}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" size="xs" variant="default" disabled={name.trim() === view.name}>
        {t("list.views.rename")}
      </Button>
    </form>
  );
}

/** For which user types of the house the list opens with it. */
function Roles({ view, onSet, tools: { t } }: { view: SavedView; onSet: (type: UserType, on: boolean) => void; tools: CellTools }): ReactElement {
  const { user_type } = useProfile();
  const types = USER_TYPES.filter((type) => isMerchantType(type) === isMerchantType(user_type));
  return (
    <fieldset className={own.roles}>
      <legend className={css.note}>{t("list.views.defaultFor")}</legend>
      {types.map((type) => (
        <Checkbox
          key={type}
          size="xs"
          label={t(`common.userType.${type}`)}
          checked={view.default_for.includes(type)}
          onChange={(event) => onSet(type, event.currentTarget.checked)}
        />
      ))}
    </fieldset>
  );
}
