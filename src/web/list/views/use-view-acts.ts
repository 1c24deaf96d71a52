/** What people do with a saved view; each act tells the list and the menu. */
import type { ViewPlace } from "../../../contract/lists.ts";
import type { UserType } from "../../../contract/permissions.ts";
import type { SavedView } from "../../../contract/views.schema.ts";
import { call, type CallError, type Result } from "../../api.ts";
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

/** Another one of one's own has that name in that list. */
export const isNameTaken = (error: CallError): boolean => error.fields?.name === "taken";

/** Address of the list with this view alone: what stands under `?view=` counts, however it is changed later. */
export function viewLink(id: string): string {
  const here = new URL(window.location.href);
  const tab = here.searchParams.get("tab");
  here.search = new URLSearchParams({ ...(tab === null ? {} : { tab }), view: id }).toString();
  here.hash = "";
  return here.href;
}

/** What a view holds, under its name. */
export type Held = Pick<SavedView, "query" | "layout" | "shared">;

/** Saves what the list shows into a view that is there; Undo brings back what it held. @returns the view as it is now; null: it was not saved, which is said */
export async function saveInto(view: SavedView, now: Held, views: ListViews, { t }: CellTools): Promise<SavedView | null> {
  const put = (version: number, { query, layout, shared }: Held, idempotencyKey?: string): Promise<Result<SavedView>> =>
    call("PATCH /api/views/:id", {
      params: { id: view.id },
      body: { version, query, layout, ...(now.shared === view.shared ? {} : { shared }) },
      ...(idempotencyKey ? { idempotencyKey } : {}),
    });
  const answer = await put(view.version, now);
  if (!answer.success) {
    notifyError(answer.error);
    return null;
  }
  dropDraft(view.list);
  views.keep(answer.data);
  offerUndo({
    done: t("list.views.saved"),
    detail: view.name,
    back: (key) => put(answer.data.version, view, key),
    onBack: (data) => (data === null ? undefined : views.keep(data as SavedView)), // what PATCH answers
  });
  return answer.data;
}

/** One's own view of that name; null: none is found. */
export async function ownViewOf(list: ViewPlace, name: string): Promise<SavedView | null> {
  const answer = await call("GET /api/views", { query: { list, q: name } });
  return (answer.success && answer.data.items.find((view) => view.own && view.name === name)) || null;
}

/** Acts on one view of a list. */
export function useViewActs(view: SavedView, views: ListViews, { t }: CellTools): ViewActs {
  const { id } = view;
  const { list } = views;
  const { run: copyOnce } = useAct("POST /api/views", { quiet: true });
  const told = <T>(answer: Result<T>): answer is Extract<Result<T>, { success: true }> => {
    if (!answer.success) notifyError(answer.error);
    return answer.success;
  };
  return {
    change: async (part) => {
      const answer = await call("PATCH /api/views/:id", { params: { id }, body: { version: view.version, ...part } });
      if (answer.success) views.keep(answer.data);
      else if (part.name === undefined) notifyError(answer.error);
      return answer.success ? null : isNameTaken(answer.error) ? t("list.views.taken") : errorWords(answer.error).text;
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
      if (!answer.success) {
        if (!isNameTaken(answer.error)) return notifyError(answer.error);
        return notify({ kind: "bad", text: t("list.views.notCopied", { name }), detail: t("list.views.renameFirst") });
      }
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
