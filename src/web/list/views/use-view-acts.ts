/** What people do with a saved view; each act tells the list and the menu. */
import type { UserType } from "../../../contract/permissions.ts";
import type { SavedView } from "../../../contract/views.schema.ts";
import { call, type Result } from "../../api.ts";
import type { CellTools } from "../../cell-tools.ts";
import { useAct } from "../../query.ts";
import { copyText } from "../../ui/copy-text.ts";
import { errorWords, notify, notifyError } from "../../ui/notices.tsx";
import { offerUndo } from "../../ui/undo.ts";
import { dropDraft } from "./draft.ts";
import type { ListViews } from "./use-views.ts";

export interface ViewActs {
  /** Another name, or shared or not any more. @returns what is wrong with it, null: nothing */
  readonly change: (part: { name?: string; shared?: boolean }) => Promise<string | null>;
  readonly setStandard: (view: string | null) => Promise<void>;
  readonly setRole: (type: UserType, on: boolean) => void;
  readonly copyLink: () => void;
  /** A colleague's view as one's own. */
  readonly copy: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** Address of the list with this view alone: what stands under `?view=` counts, however it is changed later. */
export function viewLink(id: string): string {
  const here = new URL(window.location.href);
  const tab = here.searchParams.get("tab");
  here.search = new URLSearchParams({ ...(tab === null ? {} : { tab }), view: id }).toString();
  here.hash = "";
  return here.href;
}

/** Saves what the list shows into its open view; Undo brings back what it held. */
export async function saveChanges(view: SavedView, query: string, views: ListViews, { t }: CellTools): Promise<void> {
  const put = (version: number, held: Pick<SavedView, "query" | "layout">, idempotencyKey?: string): Promise<Result<SavedView>> =>
    call("PATCH /api/views/:id", {
      params: { id: view.id },
      body: { version, query: held.query, layout: held.layout },
      ...(idempotencyKey ? { idempotencyKey } : {}),
    });
  const answer = await put(view.version, { query, layout: views.layout });
  if (!answer.success) return notifyError(answer.error);
  dropDraft(view.list);
  views.keep(answer.data);
  offerUndo({
    done: t("list.views.saved"),
    detail: view.name,
    back: (key) => put(answer.data.version, view, key),
    onBack: (data) => (data === null ? undefined : views.keep(data as SavedView)), // what PATCH answers
  });
}

/** Acts on one view of a list. */
export function useViewActs(view: SavedView, views: ListViews, { t }: CellTools): ViewActs {
  const { id } = view;
  const { list } = views;
  const { run: copyOnce } = useAct("POST /api/views");
  const told = <T>(answer: Result<T>): answer is Extract<Result<T>, { success: true }> => {
    if (!answer.success) notifyError(answer.error);
    return answer.success;
  };
  return {
    change: async (part) => {
      const answer = await call("PATCH /api/views/:id", { params: { id }, body: { version: view.version, ...part } });
      if (answer.success) views.keep(answer.data);
      else if (part.name === undefined) notifyError(answer.error);
      return answer.success ? null : answer.error.fields?.name === "taken" ? t("list.views.taken") : errorWords(answer.error).text;
    },
    setStandard: async (chosen) => {
      const answer = await call("POST /api/views/default", { body: { list, view: chosen } });
      if (told(answer)) views.keep({ ...view, default: chosen === id });
    },
    setRole: (type, on) =>
      void call("POST /api/views/role-default", { body: { list, user_type: type, view: on ? id : null } }).then((answer) => {
        if (told(answer)) views.keep({ ...view, default_for: on ? [...view.default_for, type] : view.default_for.filter((one) => one !== type) });
      }),
    copyLink: () => void copyText(viewLink(id)).then((done) => notify({ kind: done ? "done" : "bad", text: t(done ? "common.copied" : "common.copyFailed") })),
    copy: async () => {
      const { name, query, layout } = view;
      const answer = await copyOnce({ body: { list, name, query, layout } });
      if (!answer.success) return;
      views.keep(answer.data);
      notify({ kind: "done", text: t("list.views.copied") });
    },
    remove: async () => {
      const answer = await call("DELETE /api/views/:id", { params: { id } });
      if (!answer.success) return notifyError(answer.error);
      views.forget(view);
      offerUndo({
        done: t("list.views.deleted"),
        detail: view.name,
        back: (idempotencyKey) => call("POST /api/views/:id/restore", { params: { id }, body: {}, idempotencyKey }),
        onBack: (data) => (data === null ? undefined : views.keep(data as SavedView)), // what the restoring answers
      });
    },
  };
}
