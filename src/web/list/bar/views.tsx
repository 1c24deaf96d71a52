/** Saved views: filters under a name, one's own or shared, one of them the default. */
import { Button, Checkbox, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactElement, useState } from "react";
import type { SavedView } from "../../../contract/home.schema.ts";
import type { ListName } from "../../../contract/lists.ts";
import { call } from "../../api.ts";
import { tooLong } from "../../forms/too-long.ts";
import { errorOf, fetchData, queryClient } from "../../query.ts";
import { confirm } from "../../ui/confirm.ts";
import { errorWords, notify, notifyError } from "../../ui/notices.tsx";
import { Tag } from "../../ui/status.tsx";
import { isFiltered, type ListState, readAddress, viewQuery, viewsKey } from "../state/index.ts";
import { Anchored } from "../../ui/anchored.tsx";
import type { FilterSpec } from "../spec/index.ts";
import css from "../../ui/overlays.module.css";
import type { CellTools } from "../../cell-tools.ts";

interface Props {
  readonly anchor: HTMLElement;
  readonly list: ListName;
  readonly filters: readonly FilterSpec[];
  readonly state: ListState;
  readonly go: (next: ListState) => void;
  readonly tools: CellTools;
  readonly onClose: () => void;
}

/** Opens, saves and deletes views of one list. */
export default function Views({ anchor, list, filters, state, go, tools, onClose }: Props): ReactElement {
  const { t } = tools;
  const read = useQuery({ queryKey: viewsKey(list), queryFn: async () => (await fetchData("GET /api/views", { query: { list } })).items });
  const refresh = (): void => void queryClient.invalidateQueries({ queryKey: viewsKey(list) });
  const open = (view: SavedView): void => {
    go({ ...readAddress(new URLSearchParams(view.query), filters), size: state.size });
    onClose();
  };
  const remove = async (view: SavedView): Promise<void> => {
    if (
      !(await confirm({
        title: t("list.views.deleteAsk", { name: view.name }),
        text: t("list.views.deleteBody"),
        action: t("common.delete"),
        destructive: true,
      }))
    )
      return;
    const answer = await call("DELETE /api/views/:id", { params: { id: view.id } });
    if (!answer.success) notifyError(answer.error);
    refresh();
  };
  return (
    <Anchored anchor={anchor} label={t("list.views.title")} onClose={onClose}>
      <div className={css.panel}>
        <div className={css.title}>{t("list.views.title")}</div>
        {read.error ? <p className={css.note}>{errorWords(errorOf(read.error)).text}</p> : null}
        {read.data?.length === 0 ? <p className={css.note}>{t("list.views.none")}</p> : null}
        <ul>
          {read.data?.map((view) => (
            <li key={view.id} className={css.view}>
              <button type="button" className={css.choice} aria-label={t("list.views.open", { name: view.name })} onClick={() => open(view)}>
                {view.name} {view.shared ? <Tag>{t("list.views.sharedMark")}</Tag> : null} {view.default ? <Tag>{t("list.views.defaultMark")}</Tag> : null}
              </button>
              {view.own ? (
                <button type="button" className={css.small} aria-label={t("list.views.delete", { name: view.name })} onClick={() => void remove(view)}>
                  ×
                </button>
              ) : null}
            </li>
          ))}
        </ul>
        {isFiltered(state) ? <SaveView list={list} query={viewQuery(state)} tools={tools} onSaved={refresh} /> : null}
      </div>
    </Anchored>
  );
}

const NAME_MAX = 64;

function SaveView({ list, query, tools, onSaved }: { list: ListName; query: string; tools: CellTools; onSaved: () => void }): ReactElement {
  const { t } = tools;
  const [name, setName] = useState("");
  const [shared, setShared] = useState(false);
  const [standard, setStandard] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (name.trim() === "") return setProblem(t("common.required"));
    if (tooLong(name, NAME_MAX, t) !== null) return;
    setBusy(true);
    const answer = await call("POST /api/views", { body: { list, name: name.trim(), query, shared, default: standard } });
    setBusy(false);
    if (!answer.success) return setProblem(errorWords(answer.error).text);
    setName("");
    setProblem(null);
    notify({ kind: "done", text: t("list.views.saved") });
    onSaved();
  };
  return (
    <form onSubmit={(event) => void save(event)} noValidate className={css.panel}>
      <TextInput
        label={t("list.views.name")}
        value={name}
        error={tooLong(name, NAME_MAX, t) ?? problem}
        onChange={(event) => setName(event.currentTarget.value)}
        withAsterisk
      />
      <Checkbox label={t("list.views.shared")} checked={shared} onChange={(event) => setShared(event.currentTarget.checked)} />
      <Checkbox label={t("list.views.default")} checked={standard} onChange={(event) => setStandard(event.currentTarget.checked)} />
      <div className={css.foot}>
        <Button type="submit" variant="default" loading={busy}>
          {t("list.views.save")}
        </Button>
      </div>
    </form>
  );
}
