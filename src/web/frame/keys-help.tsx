/** `?`: the list of keyboard shortcuts. */
import { Fragment } from "react";
import type { Permission } from "../../contract/permissions.ts";
import { useText } from "../i18n/keys.ts";
import { reaches } from "../built.ts";
import { goKeys, SCREEN_NAMES, screenTitle } from "../screens.ts";
import { useMay } from "../session.tsx";
import css from "./keys-help.module.css";
import { Dialog } from "../ui/dialog.tsx";

type Words = ReturnType<typeof useText>;

type May = (permission: Permission) => boolean;
interface KeyRow {
  readonly keys: readonly string[];
  readonly words: string;
}
interface KeyGroup {
  readonly title: string;
  readonly rows: readonly KeyRow[];
}

/** Whose objects `a` and `r` decide on; messages are matched with `m` and ignored with `r`. */
const DECIDES = ["payments.decide", "disburses.decide", "withdrawal.decide", "approvals.decide"] as const satisfies readonly Permission[];

/** Keys of an open drawer, as far as one may decide on anything. */
function decideRows(t: Words, may: May): KeyRow[] {
  const [decides, matches] = [DECIDES.some(may), may("sms.decide")];
  return [
    ...(decides ? [{ keys: ["a"], words: t("frame.keys.approve") }] : []),
    ...(decides || matches ? [{ keys: ["r"], words: t("frame.keys.reject") }] : []),
    ...(matches ? [{ keys: ["m"], words: t("frame.keys.match") }] : []),
  ];
}

/** Keys of the exception queue (screens/queue). */
function queueRows(t: Words, may: May): KeyRow[] {
  if (!may("exceptions.see")) return [];
  const walk: KeyRow = { keys: ["j", "k"], words: t("frame.keys.rows") };
  if (!may("exceptions.decide")) return [walk];
  return [
    walk,
    { keys: ["Enter"], words: t("frame.keys.queueOpen") },
    { keys: ["i"], words: t("frame.keys.queueClaim") },
    { keys: ["o"], words: t("exceptions.act.assign") },
    { keys: ["r"], words: t("exceptions.act.resolve") },
    { keys: ["s"], words: t("exceptions.act.mute") },
  ];
}

/** Keys of the wallets' days (screens/wallets/days). */
function dayRows(t: Words, may: May): KeyRow[] {
  if (!may("reconciliation.see")) return [];
  return [
    { keys: ["j", "k"], words: t("frame.keys.rows") },
    { keys: ["Enter"], words: t("frame.keys.open") },
    ...(may("reconciliation.close") ? [{ keys: ["Shift", "C"], words: t("frame.keys.closeDays") }] : []),
  ];
}

/** A dialog with all keys that work here. */
export default function KeysHelp({ onClose }: { onClose: () => void }) {
  const t = useText();
  const may = useMay();
  const screens = SCREEN_NAMES.flatMap((name) => {
    const keys = goKeys(name);
    return keys !== undefined && reaches(may, name) ? [{ keys: keys.split(" "), words: t("frame.keys.goTo", { screen: t(screenTitle(may, name)) }) }] : [];
  });
  const groups: readonly KeyGroup[] = [
    {
      title: t("frame.keys.general"),
      rows: [
        { keys: ["Ctrl", "K"], words: t("frame.keys.palette") },
        { keys: ["?"], words: t("frame.keys.help") },
        ...(may("intake.close") ? [{ keys: ["Shift", "S"], words: t("switches.title") }] : []),
        { keys: ["Shift", "H"], words: t("frame.covered.key") },
        { keys: ["z"], words: t("frame.undo.key") },
        { keys: ["Esc"], words: t("frame.keys.close") },
      ],
    },
    {
      title: t("frame.keys.lists"),
      rows: [
        { keys: ["/"], words: t("frame.keys.search") },
        { keys: ["j", "k"], words: t("frame.keys.rows") },
        { keys: ["Enter"], words: t("frame.keys.open") },
        { keys: ["x"], words: t("frame.keys.select") },
        { keys: ["b"], words: t("frame.keys.bulk") },
        { keys: ["c"], words: t("frame.keys.copy") },
        { keys: ["r"], words: t("frame.keys.reload") },
      ],
    },
    { title: t("frame.keys.decide"), rows: decideRows(t, may) },
    { title: t("exceptions.title"), rows: queueRows(t, may) },
    { title: t("frame.keys.days"), rows: dayRows(t, may) },
    { title: t("frame.keys.navigation"), rows: screens },
  ].filter(({ rows }) => rows.length > 0);
  return (
    <Dialog opened onClose={onClose} title={t("frame.keys.title")} closeButtonProps={{ "aria-label": t("common.close") }} size="lg">
      <div className={css.groups}>
        {groups.map((group) => (
          <section key={group.title}>
            <h3 className={css.title}>{group.title}</h3>
            <dl className={css.list}>
              {group.rows.map((row) => (
                <Fragment key={row.words}>
                  <dt>
                    {row.keys.map((key) => (
                      <kbd key={key} className={css.key}>
                        {key}
                      </kbd>
                    ))}
                  </dt>
                  <dd>{row.words}</dd>
                </Fragment>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
