/** The person's passkeys: added on this device, named, removed. */
import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import type { PasskeyRow } from "../../../contract/session.schema.ts";
import { call } from "../../api.ts";
import { useText } from "../../i18n/keys.ts";
import { canUsePasskeys, GIVEN_UP, makePasskey } from "../../passkeys.ts";
import { errorOf, invalidate, useRead } from "../../query.ts";
import { refreshProfile, useProfile } from "../../session.tsx";
import { confirm, confirmWithText, DateTime, ErrorState, notify, notifyError, Placeholder, Section } from "../../ui/index.ts";
import css from "./profile.module.css";
import { makeRecoveryCodes } from "./recovery.tsx";

const NAME_MAX = 64;

/** After a change: the list, and what the profile says of it. */
async function reload(): Promise<void> {
  invalidate("GET /api/user/passkeys");
  await refreshProfile();
}

function useAdding() {
  const t = useText();
  const { passkeys, on_totp: onTotp } = useProfile();
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (name.trim() === "") return setProblem(t("errors.field.required"));
    setBusy(true);
    const answer = await makePasskey(name.trim());
    setBusy(false);
    if (answer === GIVEN_UP) return;
    if (!answer.success) return answer.error.code === "recheck_required" ? undefined : setProblem(t(`errors.code.${answer.error.code}`));
    setName("");
    notify({ kind: "done", text: t("profile.passkeys.added") });
    // The first second factor comes with codes for the day on which it is not at hand.
    if (passkeys === 0 && !onTotp) await makeRecoveryCodes();
    await reload();
  };
  const type = (typed: string): void => {
    setProblem(null);
    setName(typed);
  };
  return { name, type, problem, busy, submit };
}

/** The form alone, also where a second factor is due. */
export function AddPasskey() {
  const t = useText();
  const { name, type, problem, busy, submit } = useAdding();
  if (!canUsePasskeys()) return <p className="fd-dim">{t("profile.passkeys.unfit")}</p>;
  return (
    <form className={css.add} onSubmit={(event) => void submit(event)} noValidate>
      <TextInput
        label={t("profile.passkeys.name")}
        description={t("profile.passkeys.nameHint")}
        value={name}
        onChange={(event) => type(event.currentTarget.value)}
        maxLength={NAME_MAX}
        error={problem}
        aria-invalid={problem !== null}
      />
      <Button type="submit" variant="default" loading={busy}>
        {t("profile.passkeys.add")}
      </Button>
    </form>
  );
}

export function Passkeys() {
  const t = useText();
  const read = useRead("GET /api/user/passkeys", {});
  const rows = read.data?.items;
  return (
    <Section id="passkeys" title={t("profile.passkeys.title")} hint={t("profile.passkeys.text")}>
      {read.isError ? (
        <ErrorState error={errorOf(read.error)} onRetry={() => void read.refetch()} />
      ) : rows === undefined ? (
        <Placeholder height={44} />
      ) : rows.length === 0 ? (
        <p className="fd-dim">{t("profile.passkeys.none")}</p>
      ) : (
        <div className={css.sessions}>
          {rows.map((row) => (
            <Passkey key={row.id} row={row} />
          ))}
        </div>
      )}
      <AddPasskey />
    </Section>
  );
}

/** Where a second factor is due: a passkey is one. */
export function DuePasskey() {
  const t = useText();
  return (
    <Section title={t("profile.passkeys.title")} hint={t("profile.passkeys.due")}>
      <AddPasskey />
    </Section>
  );
}

function Passkey({ row }: { row: PasskeyRow }) {
  const t = useText();
  const rename = async (): Promise<void> => {
    const name = await confirmWithText({
      title: t("profile.passkeys.rename"),
      text: row.name,
      action: t("profile.passkeys.rename"),
      input: { label: t("profile.passkeys.name"), required: true, maxLength: NAME_MAX },
    });
    if (name === null) return;
    const answer = await call("PATCH /api/user/passkeys/:id", { params: { id: row.id }, body: { name } });
    if (!answer.success) return notifyError(answer.error);
    notify({ kind: "done", text: t("profile.passkeys.renamed") });
    await reload();
  };
  const remove = async (): Promise<void> => {
    const asked = { text: t("profile.passkeys.removeQuestion", { name: row.name }), action: t("profile.passkeys.remove"), destructive: true };
    if (!(await confirm(asked))) return;
    const answer = await call("DELETE /api/user/passkeys/:id", { params: { id: row.id } });
    if (!answer.success) return answer.error.code === "recheck_required" ? undefined : notifyError(answer.error);
    notify({ kind: "done", text: t("profile.passkeys.removed") });
    await reload();
  };
  return (
    <div className={css.session}>
      <div>
        <div className={css.device}>{row.name}</div>
        <div className={css.detail}>
          <span>
            {t("profile.passkeys.created")} <DateTime value={row.created_at} />
          </span>
          <span>
            {row.last_used_at === null ? (
              t("profile.passkeys.never")
            ) : (
              <>
                {t("profile.passkeys.used")} <DateTime value={row.last_used_at} />
              </>
            )}
          </span>
        </div>
      </div>
      <div className={css.actions}>
        <Button size="compact-sm" variant="default" onClick={() => void rename()}>
          {t("profile.passkeys.rename")}
        </Button>
        <Button size="compact-sm" variant="default" color="danger" onClick={() => void remove()}>
          {t("profile.passkeys.remove")}
        </Button>
      </div>
    </div>
  );
}
