/** The address of a new redacted link, shown this once. */
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import { apiBase } from "../../../api.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { DialogPlace } from "../../../ui/focus-back.tsx";
import { SecretOnce } from "../../../ui/secret-once.tsx";
import type { CellTools } from "../../../cell-tools.ts";
import type { LinkMade } from "../../../../contract/links.schema.ts";
import css from "./share.module.css";

/** Stays until the person says that he has it. */
export default function ShownLink({ made, tools: { t }, onClose }: { made: LinkMade; tools: CellTools; onClose: () => void }): ReactElement {
  const address = `${apiBase() === "" ? location.origin : apiBase()}${made.path}`;
  return (
    <DialogPlace>
      <Dialog
        opened
        onClose={onClose}
        title={t("links.made", { id: made.link.object })}
        size="lg"
        closeOnClickOutside={false}
        closeOnEscape={false}
        closeButtonProps={{ "aria-label": t("common.close") }}
      >
        <div className={css.shown}>
          <SecretOnce fileName={`floatdesk-link-${made.link.object}.txt`} values={[{ label: t("words.field.link"), value: address }]} />
          <div className={css.foot}>
            <Button onClick={onClose}>{t("common.secretKept")}</Button>
          </div>
        </div>
      </Dialog>
    </DialogPlace>
  );
}
