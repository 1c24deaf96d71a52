/** Which template is put on the chosen wallets: asked before the job is prepared. */
import { Button } from "@mantine/core";
import { type FormEvent, type ReactElement, useState } from "react";
import type { TargetPickProps } from "../../../list/spec/index.ts";
import { PickTemplate, seenIn, useTemplates } from "./pick.tsx";
import css from "./templates.module.css";
import { Dialog } from "../../../ui/dialog.tsx";

export default function BulkPick({ tools, onPick }: TargetPickProps): ReactElement {
  const { t } = tools;
  const items = useTemplates();
  const [value, setValue] = useState("");
  const target = seenIn(value);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (target !== null) onPick(target);
  };
  return (
    <Dialog opened onClose={() => onPick(null)} title={t("templates.apply")} closeButtonProps={{ "aria-label": t("common.close") }}>
      <form onSubmit={submit} className={css.box}>
        <PickTemplate
          label={t("templates.one")}
          items={items}
          value={value}
          none={t(items.length === 0 ? "templates.none" : "templates.pick")}
          typed
          onChange={setValue}
        />
        <p className="fd-dim">{t("templates.bulkHint")}</p>
        <div className={css.acts}>
          <Button variant="default" onClick={() => onPick(null)}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" disabled={target === null}>
            {t("templates.preview")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
