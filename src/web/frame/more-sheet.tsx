/** The sheet over the bottom bar: every screen that has no place in it. In a chunk of its own, loaded at first use. */
import { Drawer } from "@mantine/core";
import type { ReactNode } from "react";
import { useText } from "../i18n/keys.ts";
import css from "./bottom-bar.module.css";

export default function MoreSheet({ opened, onClose, children }: { opened: boolean; onClose: () => void; children: ReactNode }) {
  const t = useText();
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="bottom"
      size="auto"
      styles={{ content: { height: "auto", flex: "none", width: "100%" } }}
      title={t("frame.menuMore")}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <div className={css.sheet}>{children}</div>
    </Drawer>
  );
}
