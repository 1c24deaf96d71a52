/** Saying that an exception is over, putting one aside for a while, giving it to somebody. */
import { addDays, businessDay, businessDayStart, presetRange, HOUR_MS } from "../../../contract/time.ts";
import { call } from "../../api.ts";
import { filled } from "../../forms/filled.ts";
import type { FormSpec } from "../../forms/spec.ts";
import { moneyText } from "../../i18n/format.ts";
import { sumOf } from "../../list/state/index.ts";
import { ApiError } from "../../query.ts";
import { type Acted, sendAct, type Subject } from "./together.ts";

const NOTE_MAX = 500;
/** When people begin their day, in the business's zone. */
const MORNING_MS = 9 * HOUR_MS;
/** When a mute ends, by the name of the choice. */
const MUTES = {
  hour: (nowMs: number) => nowMs + HOUR_MS,
  hours4: (nowMs: number) => nowMs + 4 * HOUR_MS,
  tomorrow: (nowMs: number) => businessDayStart(addDays(businessDay(nowMs), 1)) + MORNING_MS,
  monday: (nowMs: number) => businessDayStart(addDays(presetRange("this_week", nowMs).from, 7)) + MORNING_MS,
  week: (nowMs: number) => nowMs + 168 * HOUR_MS,
} as const;
type Mute = keyof typeof MUTES;
const names = Object.keys(MUTES) as Mute[]; // keys of a literal: exactly its names

/** The end of a mute, ms; what is no choice of ours lasts an hour. */
export function muteEnd(choice: string, nowMs: number): number {
  return MUTES[names.find((name) => name === choice) ?? "hour"](nowMs);
}

type QueueForm = FormSpec<Subject, Acted>;

/** Of one it is read anew; several are answered one by one, and none of them is a conflict of the whole. */
async function reload({ rows: [only, ...others], what }: Subject): Promise<Subject | null> {
  if (only === undefined || others.length > 0) return null;
  const answer = await call("GET /api/exceptions/:id", { params: { id: only.id } });
  return answer.success ? { rows: [answer.data], what } : null;
}
const present: NonNullable<QueueForm["present"]> = ({ rows: [row] }, { t }) =>
  row === undefined ? "" : row.assignee === null ? t(`exceptions.status.${row.status}`) : t("exceptions.claimedBy", { account: row.assignee.account });

/** Which act on what: the kind, and the object or the place with how many. */
const title =
  (act: "resolve" | "mute" | "assign"): QueueForm["title"] =>
  ({ rows: [row], what }, { t }) =>
    t(`exceptions.${act}.title`, { kind: row === undefined ? "" : t(`exceptions.kind.${row.kind}`), what });

/** What several are worth together, over what the act means. */
const intro =
  (words: "exceptions.resolve.intro" | "exceptions.mute.intro" | null): NonNullable<QueueForm["intro"]> =>
  ({ rows }, { t, currency }) => {
    const amounts = rows.flatMap(({ amount }) => amount ?? []);
    const sum = rows.length < 2 || amounts.length === 0 ? [] : [t("exceptions.together.sum", { n: rows.length, amount: moneyText(sumOf(amounts), currency) })];
    return [...sum, ...(words === null ? [] : [t(words)])].join(" ");
  };

/** Only for what a person alone says to be over, with the reason. */
export const resolveForm: QueueForm = {
  title: title("resolve"),
  intro: intro("exceptions.resolve.intro"),
  fields: [{ name: "note", kind: "multiline", label: "exceptions.resolve.note", required: true, maxLength: NOTE_MAX }],
  initial: () => ({ note: "" }),
  submit: (values, { rows }, idempotencyKey) => sendAct(rows, { act: "resolve", ...filled(values, "note") }, idempotencyKey),
  label: "exceptions.act.resolve",
  present,
  reload,
};

export const muteForm: QueueForm = {
  title: title("mute"),
  intro: intro("exceptions.mute.intro"),
  fields: [
    {
      name: "for",
      kind: "radio",
      label: "exceptions.mute.until",
      required: true,
      options: names.map((value) => ({ value, label: `exceptions.mute.for.${value}` as const })),
      server: ["until"],
    },
    { name: "reason", kind: "multiline", label: "words.field.reason", maxLength: NOTE_MAX },
  ],
  initial: () => ({ for: "hour", reason: "" }),
  submit: (values, { rows }, idempotencyKey) =>
    sendAct(
      rows,
      {
        act: "mute",
        ...filled(values, "reason"),
        until: new Date(muteEnd(values.for ?? "", Date.now())).toISOString(),
      },
      idempotencyKey,
    ),
  label: "exceptions.act.mute",
  present,
  reload,
};

/** Who of the staff gets it: those who may see and decide it; all of a line are of one kind. @throws ApiError when they cannot be read */
export async function assignForm({ rows: [first] }: Subject): Promise<QueueForm> {
  const id = first?.id ?? "";
  const answer = await call("GET /api/exceptions/:id/people", { params: { id } });
  if (!answer.success) throw new ApiError(answer.error);
  return {
    title: title("assign"),
    intro: intro(null),
    fields: [
      {
        name: "user_id",
        kind: "choice",
        label: "exceptions.assign.to",
        required: true,
        options: answer.data.items.filter((one) => one.decides).map((one) => ({ value: one.id, label: { text: one.account } })),
      },
    ],
    initial: ({ rows: [row, ...others] }) => ({ user_id: (others.length === 0 && row?.assignee?.id) || "" }),
    submit: (values, { rows }, idempotencyKey) => sendAct(rows, { act: "assign", user_id: values.user_id ?? "" }, idempotencyKey),
    label: "exceptions.act.assign",
    present,
    reload,
  };
}
