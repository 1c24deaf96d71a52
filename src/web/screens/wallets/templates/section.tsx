/** The section of the configuration: templates by type, what each says, who follows it. */
import { Button } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { Link } from "react-router";
import { type Operator, WALLET_TYPES } from "../../../../contract/operators.ts";
import type { WalletTemplateRow } from "../../../../contract/wallet-templates.schema.ts";
import { WALLET_SETTING_FLAGS, WALLET_SETTINGS } from "../../../../contract/wallets.ts";
import { call } from "../../../api.ts";
import { useCellTools } from "../../../cell-tools.ts";
import { useLiveEvents } from "../../../events.ts";
import { useFormDialog } from "../../../forms/use-form-dialog.tsx";
import { BulkDialog } from "../../../list/bulk/index.ts";
import { pathTo } from "../../../paths.ts";
import { errorOf, invalidate, queryClient, useAct, useRead } from "../../../query.ts";
import { useCan } from "../../../session.tsx";
import { confirm, ErrorState, Placeholder, Section, Tag } from "../../../ui/index.ts";
import { offerUndo } from "../../../ui/undo.ts";
import { settingName, settingValue } from "../../../words/settings.ts";
import { Editions } from "./editions.tsx";
import { typeWord } from "./type-word.ts";
import css from "./templates.module.css";

const READ = "GET /api/wallet-templates";
const HEIGHT = 120;
const refresh = (): void => {
  invalidate(READ, "GET /api/wallet-templates/:id/editions");
  void queryClient.invalidateQueries({ queryKey: ["list", "wallets"] });
};

type Tools = ReturnType<typeof useCellTools>;

/** Making, copying and editing; after an edit it is offered to apply what was saved. */
function useTemplateActs(operators: readonly Operator[], tools: Tools) {
  const { t } = tools;
  const form = useFormDialog(tools);
  const [applied, setApplied] = useState<WalletTemplateRow | null>(null);
  const mayRun = useCan("bulk.run");
  const offerToApply = async (saved: WalletTemplateRow): Promise<void> => {
    if (saved.differing === 0 || !mayRun) return;
    const sure = await confirm({
      title: t("templates.offerTitle", { n: saved.differing }),
      text: t("templates.offerText", { name: saved.name }),
      action: t("templates.preview"),
    });
    if (sure) setApplied(saved);
  };
  const create = (from: WalletTemplateRow | null): void =>
    void form.open(async () => (await import("./form.tsx")).newTemplateForm(from, operators), null, t("templates.created"), refresh);
  const edit = (row: WalletTemplateRow): void =>
    void form.open(
      async () => (await import("./form.tsx")).editTemplateForm,
      row,
      t("templates.saved"),
      (saved) => {
        refresh();
        if (saved.edition !== row.edition) void offerToApply(saved);
      },
    );
  return { form, create, edit, applied, setApplied };
}

/** @param operators those that the configuration has switched on */
export default function WalletTemplates({ operators }: { operators: readonly Operator[] }): ReactElement {
  const tools = useCellTools();
  const { t } = tools;
  const mayEdit = useCan("wallets.edit");
  const read = useRead(READ, {});
  const { form, create, edit, applied, setApplied } = useTemplateActs(operators, tools);
  useLiveEvents(["wallets"], () => invalidate(READ));
  const items = read.data?.items ?? [];
  const types = [...new Set([...operators, ...items.map(({ operator }) => operator)])].flatMap((operator) =>
    WALLET_TYPES.map((walletType) => ({ operator, walletType, items: items.filter((one) => one.operator === operator && one.wallet_type === walletType) })),
  );
  const bare = types.filter((type) => type.items.length === 0).map(({ operator, walletType }) => typeWord({ operator, wallet_type: walletType }, tools));
  return (
    <Section
      title={t("templates.section")}
      hint={t("templates.hint")}
      id="templates"
      actions={
        mayEdit ? (
          <Button size="xs" variant="default" onClick={() => create(null)}>
            {t("templates.create")}
          </Button>
        ) : null
      }
    >
      {read.isError ? <ErrorState error={errorOf(read.error)} onRetry={() => void read.refetch()} /> : null}
      {read.data === undefined && !read.isError ? <Placeholder height={HEIGHT} /> : null}
      {types
        .filter((type) => type.items.length > 0)
        .map((type) => (
          <div key={`${type.operator} ${type.walletType}`}>
            <h3 className={css.type}>{typeWord({ operator: type.operator, wallet_type: type.walletType }, tools)}</h3>
            {type.items.map((row) => (
              <Template
                key={row.id}
                row={row}
                former={type.items.find((one) => one.is_default && one !== row)}
                mayEdit={mayEdit}
                onEdit={() => edit(row)}
                onCopy={() => create(row)}
                onApply={() => setApplied(row)}
              />
            ))}
          </div>
        ))}
      {read.data !== undefined && bare.length > 0 ? <p className="fd-dim">{t("templates.bare", { list: bare.join(t("templates.join")) })}</p> : null}
      {form.dialog}
      {applied === null ? null : (
        <BulkDialog
          act="wallets.template"
          what={{ filter: { template: applied.id, differs: "true" }, target: { id: applied.id, edition: applied.edition } }}
          tools={tools}
          onClose={() => {
            setApplied(null);
            refresh();
          }}
        />
      )}
    </Section>
  );
}

interface TemplateProps {
  readonly row: WalletTemplateRow;
  /** Another one that is the type's default. */
  readonly former: WalletTemplateRow | undefined;
  readonly mayEdit: boolean;
  readonly onEdit: () => void;
  readonly onCopy: () => void;
  readonly onApply: () => void;
}

function Template({ row, former, mayEdit, onEdit, onCopy, onApply }: TemplateProps): ReactElement {
  const { t, locale } = useCellTools();
  const maySeeAudit = useCan("audit.see");
  const [open, setOpen] = useState(false);
  const followers = { template: row.id };
  return (
    <article className={css.template} data-template={row.id} aria-label={row.name}>
      <div className={css.head}>
        <h4>{row.name}</h4>
        {row.is_default ? <Tag tone="done">{t("templates.default")}</Tag> : null}
        <span className="fd-dim">{t("templates.edition", { n: row.edition })}</span>
        {row.wallets === 0 ? (
          <span className="fd-dim">{t("templates.nobody")}</span>
        ) : (
          <Link to={pathTo(locale, "wallets", followers)}>{t("templates.followers", { n: row.wallets })}</Link>
        )}
        {row.differing === 0 ? null : (
          <Link to={pathTo(locale, "wallets", { ...followers, differs: "true" })}>{t("templates.differing", { n: row.differing })}</Link>
        )}
      </div>
      <Says row={row} />
      <div className={css.acts}>
        {mayEdit ? <Acts row={row} former={former} onEdit={onEdit} onCopy={onCopy} onApply={onApply} /> : null}
        <Button size="xs" variant="subtle" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t("common.history")}
        </Button>
        {maySeeAudit ? <Link to={pathTo(locale, "users", { tab: "audit", object_type: "wallet-template", q: row.id })}>{t("templates.activity")}</Link> : null}
      </div>
      {open ? <Editions row={row} mayEdit={mayEdit} onBack={refresh} /> : null}
    </article>
  );
}

/** What it says, short: switches that are off, and limits that there are. */
function Says({ row: { settings } }: { row: WalletTemplateRow }): ReactElement {
  const tools = useCellTools();
  const isFlag = (name: (typeof WALLET_SETTINGS)[number]): boolean => (WALLET_SETTING_FLAGS as readonly string[]).includes(name);
  const said = WALLET_SETTINGS.filter((name) => (isFlag(name) ? settings[name] === false : settings[name] !== null));
  if (said.length === 0) return <p className="fd-dim">{tools.t("templates.saysNothing")}</p>;
  return (
    <dl className={css.facts}>
      {said.map((name) => (
        <div key={name}>
          <dt>{settingName(name, tools)}</dt>
          <dd className="fd-num">{settingValue(name, settings[name], tools)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Acts({ row, former, onEdit, onCopy, onApply }: Omit<TemplateProps, "mayEdit">): ReactElement {
  const { t } = useCellTools();
  const mayRun = useCan("bulk.run");
  const change = useAct("PATCH /api/wallet-templates/:id", { refresh: [READ] });
  const gone = useAct("POST /api/wallet-templates/:id/delete", { refresh: [READ] });
  const params = { id: row.id };
  const toggle = async (): Promise<void> => {
    const answer = await change.run({ params, body: { version: row.version, is_default: !row.is_default } });
    if (!answer.success) return;
    // Where another one was the default before, it is made that again: losing it was its one change since.
    const before = former === undefined || row.is_default ? { ...answer.data, is_default: row.is_default } : { ...former, version: former.version + 1 };
    const back = { params: { id: before.id }, body: { version: before.version, is_default: before.is_default } };
    offerUndo({
      done: t(row.is_default ? "templates.noDefaultDone" : "templates.defaultDone", { name: row.name }),
      back: (idempotencyKey) => call("PATCH /api/wallet-templates/:id", { ...back, idempotencyKey }),
      onBack: refresh,
    });
  };
  const remove = async (): Promise<void> => {
    const answer = await gone.run({ params, body: { version: row.version } });
    if (!answer.success) return;
    const { version } = answer.data;
    refresh();
    offerUndo({
      done: t("templates.deleted", { name: row.name }),
      ...(row.wallets === 0 ? {} : { detail: t("templates.deletedDetail", { n: row.wallets }) }),
      back: (idempotencyKey) => call("POST /api/wallet-templates/:id/restore", { params, body: { version, is_default: row.is_default }, idempotencyKey }),
      onBack: refresh,
    });
  };
  const act = { size: "xs", variant: "default" } as const;
  return (
    <>
      {row.differing === 0 || !mayRun ? null : (
        <Button {...act} onClick={onApply}>
          {t("templates.applyTo", { n: row.differing })}
        </Button>
      )}
      <Button {...act} onClick={onEdit}>
        {t("common.edit")}
      </Button>
      <Button {...act} onClick={onCopy}>
        {t("templates.copy")}
      </Button>
      <Button {...act} loading={change.busy} onClick={() => void toggle()}>
        {t(row.is_default ? "templates.noDefault" : "templates.makeDefault")}
      </Button>
      <Button {...act} loading={gone.busy} onClick={() => void remove()}>
        {t("common.delete")}
      </Button>
    </>
  );
}
