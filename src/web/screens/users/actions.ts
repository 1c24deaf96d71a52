/** What can be done with a user; the server's `actions` say when. */
import type { UserRow } from "../../../contract/users.schema.ts";
import type { UserAction } from "../../../contract/users.ts";
import { call } from "../../api.ts";
import { type ActionSpec, takenBack } from "../../list/spec/index.ts";
import type { CellTools } from "../../cell-tools.ts";
import { showCredentials } from "./shown.ts";

/** What a confirmation says of a user as he is. */
function bodyOf(name: UserAction, row: UserRow): `users.ask.${UserAction | "recoverOff" | "password-resetKeys"}Body` {
  // Who was disabled before the deletion stays so.
  if (name === "recover" && !row.enabled) return "users.ask.recoverOffBody";
  // A new password is no end of the other ways in.
  if (name === "password-reset" && row.has_passkeys) return "users.ask.password-resetKeysBody";
  return `users.ask.${name}Body`;
}

/** Label, confirmation and notice of an act by its name. */
const words = (name: UserAction) =>
  ({
    label: `users.action.${name}`,
    done: `users.done.${name}`,
    confirm: (row: UserRow, { t }: CellTools) => {
      const what = { id: row.id, account: row.account, type: t(`common.userType.${row.user_type}`) };
      return { title: t(`users.ask.${name}Title`, what), body: t(bodyOf(name, row), what), label: t(`users.action.${name}`) };
    },
  }) as const;

type Plain = Exclude<UserAction, "password-reset">;
const post =
  (id: Plain) =>
  ({ id: user, version }: UserRow, idempotencyKey: string) =>
    call(`POST /api/users/:id/${id}`, { params: { id: user }, body: { version }, idempotencyKey });
const plain = (id: Plain, danger = false): ActionSpec<UserRow> => ({ id, danger, ...words(id), run: post(id), ...takenBack(id, post, (row) => row.account) });

export const userActions: readonly ActionSpec<UserRow>[] = [
  // Whoever may act on a user at all may change him; a deleted one offers nothing but recovery.
  {
    id: "edit",
    label: "users.action.edit",
    offered: (row) => !row.deleted && row.actions.length > 0,
    form: async () => (await import("./form.ts")).editForm(),
    done: "users.done.edit",
  },
  {
    id: "password-reset",
    danger: true,
    ...words("password-reset"),
    run: async (row, idempotencyKey) => {
      const answer = await call("POST /api/users/:id/password-reset", { params: { id: row.id }, body: { version: row.version }, idempotencyKey });
      if (answer.success && answer.status !== 202) showCredentials({ kind: "password", account: row.account, password: answer.data.password });
      return answer;
    },
  },
  plain("authenticator-reset", true),
  plain("passkeys-remove", true),
  plain("enable"),
  plain("disable", true),
  plain("recover"),
  plain("delete", true),
];
