/** Saves what a list shows under a name. */
import { Button, Checkbox, TextInput } from "@mantine/core";
import { type FormEvent, type ReactElement, useEffect, useRef, useState } from "react";
import { holdsFiltersAlone, type ViewPlace } from "../../../contract/lists.ts";
import type { SavedView } from "../../../contract/views.schema.ts";
import { call, type CallError } from "../../api.ts";
import type { CellTools } from "../../cell-tools.ts";
import { tooLong } from "../../forms/too-long.ts";
import { GivenBack } from "../../forms/given-back.tsx";
import { useTypedText } from "../../forms/typed.ts";
import { useAct } from "../../query.ts";
import { useMay } from "../../session.tsx";
import { errorWords, notify, notifyError } from "../../ui/notices.tsx";
import css from "../../ui/overlays.module.css";
import own from "./views.module.css";
import { type ListState, viewQuery } from "../state/index.ts";
import { type Held, isNameTaken, ownViewOf, saveInto } from "./use-view-acts.ts";
import type { ListViews } from "./use-views.ts";

export const NAME_MAX = 64;

interface Props {
  readonly list: ViewPlace;
  readonly state: ListState;
  readonly views: ListViews;
  readonly tools: CellTools;
  readonly hold: Hold;
  readonly onSaved: () => void;
}
/** Told of a name that is typed and not saved, and that it is gone. */
export type Hold = (more: 1 | -1) => void;

/** While a name is not saved the panel does not go without a question. */
export function useHeldName(isTyped: boolean, hold: Hold): void {
  useEffect(() => {
    if (!isTyped) return;
    hold(1);
    return () => hold(-1);
  }, [isTyped, hold]);
}

/** Saves into an own view that is there, and has the list open with it where that is wanted. */
function useReplace(views: ListViews, tools: CellTools) {
  const [busy, setBusy] = useState(false);
  const replace = async (old: SavedView, now: Held, standard: boolean): Promise<SavedView | null> => {
    setBusy(true);
    const view = await saveInto(old, now, views, tools);
    const opens = view !== null && standard ? await call("POST /api/views/default", { body: { list: views.list, view: view.id } }) : null;
    setBusy(false);
    if (opens?.success === false) notifyError(opens.error);
    return view === null ? null : { ...view, default: view.default || opens?.success === true };
  };
  return { busy, replace };
}

/** A name, whether colleagues see it, whether the list opens with it. */
export function SaveView({ list, state, views, tools, hold, onSaved }: Props): ReactElement {
  const { t } = tools;
  const may = useMay();
  const [name, setName, isGivenBack] = useTypedText(`view of ${list}`);
  useHeldName(name.trim() !== "", hold);
  const [ticked, setTicked] = useState<boolean | null>(null);
  const [standard, setStandard] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  /** One's own view that has the name already. */
  const [taken, setTaken] = useState<SavedView | null>(null);
  // Until that is ticked, a view that is replaced stays as it is shared.
  const shared = ticked ?? taken?.shared ?? false;
  const { busy, run } = useAct("POST /api/views", { quiet: true });
  const into = useReplace(views, tools);
  const field = useRef<HTMLInputElement>(null);
  const isSaved = (view: SavedView): void => {
    views.keep(view);
    views.show(view);
    onSaved();
  };
  const refuse = async (error: CallError): Promise<void> => {
    setProblem(isNameTaken(error) ? t("list.views.taken") : errorWords(error).text);
    field.current?.focus();
    if (isNameTaken(error)) setTaken(await ownViewOf(list, name.trim()));
  };
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (name.trim() === "") setProblem(t("common.required"));
    if (name.trim() === "" || tooLong(name, NAME_MAX, t) !== null) return field.current?.focus();
    const body = { list, name: name.trim(), query: viewQuery(state), layout: views.layout, shared: may("views.share") && shared, default: standard };
    const answer = await run({ body });
    if (!answer.success) return refuse(answer.error);
    notify({ kind: "done", text: t("list.views.saved") });
    isSaved(answer.data);
  };
  const replace = async (old: SavedView): Promise<void> => {
    const view = await into.replace(old, { query: viewQuery(state), layout: views.layout, shared }, standard);
    if (view !== null) return isSaved(view);
    field.current?.focus();
    // It may have changed meanwhile: what is replaced next is what stands there now.
    setTaken((await ownViewOf(list, old.name)) ?? old);
  };
  return (
    <form onSubmit={(event) => void save(event)} noValidate className={own.form}>
      <GivenBack when={isGivenBack} />
      <TextInput
        ref={field}
        label={t("list.views.name")}
        description={t(holdsFiltersAlone(list) ? "list.views.holdsFilters" : "list.views.holds")}
        value={name}
        error={tooLong(name, NAME_MAX, t) ?? problem}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setProblem(null);
          setTaken(null);
        }}
        withAsterisk
      />
      {may("views.share") ? <Checkbox label={t("list.views.shared")} checked={shared} onChange={(event) => setTicked(event.currentTarget.checked)} /> : null}
      <Checkbox label={t("list.views.default")} checked={standard} onChange={(event) => setStandard(event.currentTarget.checked)} />
      <div className={css.foot}>
        {taken?.name !== name.trim() ? null : (
          <Button variant="default" loading={into.busy} onClick={() => void replace(taken)}>
            {t("list.views.replace", { name: taken.name })}
          </Button>
        )}
        <Button type="submit" variant="default" loading={busy}>
          {t("list.views.save")}
        </Button>
      </div>
    </form>
  );
}
