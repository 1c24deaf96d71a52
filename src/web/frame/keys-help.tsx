/** `?`: the list of keyboard shortcuts. */
import { Modal } from "@mantine/core";
import { Fragment } from "react";
import { useText } from "../i18n/keys.ts";
import { reaches } from "../built.ts";
import { SCREEN_NAMES, screenRow } from "../screens.ts";
import { useMay } from "../session.tsx";
import css from "./keys-help.module.css";

type Words = ReturnType<typeof useText>;

/** Keys of the exception queue (screens/home/queue). */
function queueRows(t: Words): { keys: string[]; words: string }[] {
  return [
    { keys: ["j", "k"], words: t("frame.keys.rows") },
    { keys: ["Enter"], words: t("frame.keys.queueOpen") },
    { keys: ["i"], words: t("frame.keys.queueClaim") },
    { keys: ["o"], words: t("exceptions.act.assign") },
    { keys: ["r"], words: t("exceptions.act.resolve") },
    { keys: ["s"], words: t("exceptions.act.mute") },
  ];
}

/** A dialog with all keys that work here. */
export default function KeysHelp({ onClose }: { onClose: () => void }) {
  const t = useText();
  const may = useMay();
  const screens = SCREEN_NAMES.flatMap((name) => {
    const { key } = screenRow(name);
    return key !== undefined && reaches(may, name) ? [{ keys: ["g", key], words: t("frame.keys.goTo", { screen: t(`frame.screen.${name}`) }) }] : [];
  });
  const groups = [
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
        { keys: ["c"], words: t("frame.keys.copy") },
        { keys: ["r"], words: t("frame.keys.reload") },
      ],
    },
    {
      title: t("frame.keys.decide"),
      rows: [
        { keys: ["a"], words: t("frame.keys.approve") },
        { keys: ["r"], words: t("frame.keys.reject") },
        { keys: ["m"], words: t("frame.keys.match") },
      ],
    },
    ...(may("exceptions.see") ? [{ title: t("exceptions.title"), rows: queueRows(t) }] : []),
    { title: t("frame.keys.navigation"), rows: screens },
  ];
  return (
    <Modal opened onClose={onClose} title={t("frame.keys.title")} closeButtonProps={{ "aria-label": t("common.close") }} size="lg">
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
    </Modal>
  );
}
