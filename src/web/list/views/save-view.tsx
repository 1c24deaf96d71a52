/** Saves what a list shows under a name. */
import { Button, Checkbox, TextInput } from "@mantine/core";
import { type FormEvent, type ReactElement, useState } from "react";
import type { ViewPlace } from "../../../contract/lists.ts";
import type { CellTools } from "../../cell-tools.ts";
import { tooLong } from "../../forms/too-long.ts";
import { GivenBack } from "../../forms/given-back.tsx";
import { useTypedText } from "../../forms/typed.ts";
import { useAct } from "../../query.ts";
import { useMay } from "../../session.tsx";
import { errorWords, notify } from "../../ui/notices.tsx";
import css from "../../ui/overlays.module.css";
import own from "./views.module.css";
import { type ListState, viewQuery } from "../state/index.ts";
import type { ListViews } from "./use-views.ts";

export const NAME_MAX = 64;

interface Props {
  readonly list: ViewPlace;
  readonly state: ListState;
  readonly views: ListViews;
  readonly tools: CellTools;
  readonly onSaved: () => void;
}

/** A name, whether colleagues see it, whether the list opens with it. */
export function SaveView({ list, state, views, tools, onSaved }: Props): ReactElement {
  const { t } = tools;
  const may = useMay();
  const [name, setName, isGivenBack] = useTypedText(`view of ${list}`);
  const [shared, setShared] = useState(false);
  const [standard, setStandard] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { busy, run } = useAct("POST /api/views", { quiet: true });
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (name.trim() === "") return setProblem(t("common.required"));
    if (tooLong(name, NAME_MAX, t) !== null) return;
    const body = { list, name: name.trim(), query: viewQuery(state), layout: views.layout, shared, default: standard };
    const answer = await run({ body });
    if (!answer.success) return setProblem(errorWords(answer.error).text);
    notify({ kind: "done", text: t("list.views.saved") });
    views.keep(answer.data);
    views.show(answer.data);
    onSaved();
  };
  return (
    <form onSubmit={(event) => void save(event)} noValidate className={own.form}>
      <GivenBack when={isGivenBack} />
      <TextInput
        label={t("list.views.name")}
        description={t(list === "queue" ? "list.views.holdsFilters" : "list.views.holds")}
        value={name}
        error={tooLong(name, NAME_MAX, t) ?? problem}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setProblem(null);
        }}
        withAsterisk
      />
      {may("views.share") ? <Checkbox label={t("list.views.shared")} checked={shared} onChange={(event) => setShared(event.currentTarget.checked)} /> : null}
      <Checkbox label={t("list.views.default")} checked={standard} onChange={(event) => setStandard(event.currentTarget.checked)} />
      <div className={css.foot}>
        <Button type="submit" variant="default" loading={busy}>
          {t("list.views.save")}
        </Button>
      </div>
    </form>
  );
}
