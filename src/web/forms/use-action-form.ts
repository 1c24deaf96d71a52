/** The life of one open form: values, problems, sending once, conflicts. */
import { useCallback, useRef, useState } from "react";
import type { CallError, Result } from "../api.ts";
import { text } from "../i18n/keys.ts";
import { confirm } from "../ui/confirm.ts";
import { ActKey } from "./act-key.ts";
import { checkForm, isDirty, NO_PROBLEMS, type Problems, problemsOf, rebase } from "./check.ts";
import { hasMoved, isStale } from "./meanwhile.ts";
import { queryClient } from "../query.ts";
import { beginForm, formName, keepable, type KeptForm, without } from "./keepable.ts";
import type { FormSpec, Values } from "./spec.ts";
import { typedBefore, useHeldTyped } from "./typed.ts";

export interface ActionForm<Subject> {
  readonly subject: Subject;
  readonly values: Values;
  readonly problems: Problems;
  /** The server's refusal in full, for the request id and details. */
  readonly refusal: CallError | null;
  readonly busy: boolean;
  /** What it sends. */
  readonly act: Pick<ActKey<Values>, "isUnsure">;
  readonly dirty: boolean;
  /** Someone changed the object meanwhile and it was loaded again: the person looks and sends once more. */
  readonly changed: boolean;
  /** It begins with what was typed before the session ended. */
  readonly isGivenBack: boolean;
  readonly set: (values: Values) => void;
  /** Fills fields that nobody has touched, as if the form had opened so: leaving it loses nothing. */
  readonly propose: (values: Values) => void;
  readonly submit: () => Promise<void>;
}

/** Said at the fields that somebody else has changed too. */
const changedToo = (both: readonly string[]): Problems => ({ form: null, fields: Object.fromEntries(both.map((name) => [name, "list.form.changedToo"])) });

/** What is asked before it is sent; a look at the server for it is part of the sending. */
async function asking(question: string | null | Promise<string | null>, setBusy: (busy: boolean) => void): Promise<string | null> {
  if (!(question instanceof Promise)) return question;
  setBusy(true);
  return question.finally(() => setBusy(false));
}

/** Whether two tries send the same. */
function isSameAct<Subject, Data>({ fields }: FormSpec<Subject, Data>): (one: Values, other: Values) => boolean {
  const beside = fields.filter(({ unsent }) => unsent).map(({ name }) => name);
  return (one, other) => !isDirty(without(beside, one), without(beside, other));
}

/**
 * Runs a form.
 * @param onDone called once, with the server's data and HTTP status (202: waits for a second approval)
 */
export function useActionForm<Subject, Data>(spec: FormSpec<Subject, Data>, given: Subject, onDone: (data: Data, status: number) => void): ActionForm<Subject> {
  const [name] = useState(() => formName(spec, given));
  const [kept] = useState(() => typedBefore<KeptForm<Subject>>(name));
  const [begun] = useState(() => beginForm(spec, given, kept));
  const [subject, setSubject] = useState(begun.subject);
  /** What the subject's values were when it was last loaded: only what differs from them is the person's own. */
  const [base, setBase] = useState<Values>(begun.base);
  const [values, setValues] = useState<Values>(begun.values);
  const [problems, setProblems] = useState<Problems>(begun.both.length === 0 ? NO_PROBLEMS : changedToo(begun.both));
  const [act] = useState(() => begun.act ?? new ActKey<Values>(isSameAct(spec)));
  useHeldTyped(name, keepable(spec, { subject, base, values, act }));
  const [refusal, setRefusal] = useState<CallError | null>(null);
  const [changed, setChanged] = useState(false);
  const [busy, setBusy] = useState(false);
  const running = useRef(false);

  const set = useCallback((patch: Values) => {
    setValues((before) => ({ ...before, ...patch }));
    setProblems((before) => ({ ...before, fields: Object.fromEntries(Object.entries(before.fields).filter(([name]) => !(name in patch))) }));
  }, []);

  const propose = useCallback(
    (patch: Values) => {
      setBase((before) => ({ ...before, ...patch }));
      setValues((before) => ({ ...before, ...Object.fromEntries(Object.entries(patch).filter(([name]) => before[name] === base[name])) }));
    },
    [base],
  );

  const refuse = useCallback(
    async (error: CallError) => {
      setRefusal(error);
      setProblems(problemsOf(spec.fields, error, values));
      if (!isStale(error)) return;
      // What the dialog shows beside its fields (candidates, balances) is as old as the object itself.
      void queryClient.invalidateQueries();
      const fresh = (await spec.reload?.(subject)) ?? null;
      if (fresh === null || !hasMoved(subject, fresh, error)) return;
      const latest = spec.initial(fresh, values);
      const merged = rebase(base, latest, values);
      setSubject(fresh);
      setBase(latest);
      setValues(merged.values);
      setChanged(true);
      setProblems(changedToo(merged.both));
    },
    [spec, subject, base, values],
  );

  const submit = useCallback(async () => {
    if (running.current) return;
    const found = checkForm(spec.fields, values, subject);
    setProblems(found);
    setRefusal(null);
    if (found.form !== null) return;
    running.current = true;
    const question = spec.ask === undefined ? null : await asking(spec.ask(values, base), setBusy);
    if (question !== null && !(await confirm({ text: question, action: text(spec.label) }))) {
      running.current = false;
      return;
    }
    setBusy(true);
    const answer: Result<Data> = await spec.submit(values, subject, act.of(values));
    act.heard(answer);
    running.current = false;
    setBusy(false);
    if (answer.success) onDone(answer.data, answer.status);
    else await refuse(answer.error);
  }, [spec, subject, base, values, act, onDone, refuse]);

  return { subject, values, problems, refusal, busy, act, dirty: isDirty(base, values), changed, isGivenBack: kept !== null, set, propose, submit };
}
