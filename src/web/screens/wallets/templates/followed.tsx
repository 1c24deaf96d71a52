/** Which template a wallet follows, and what is another way by now. */
import type { ReactElement } from "react";
import type { WalletRow } from "../../../../contract/wallets.schema.ts";
import type { CellTools } from "../../../cell-tools.ts";
import { Strip } from "../../../ui/blocks.tsx";
import { settingName } from "../../../words/settings.ts";

export function FollowedTemplate({ row: { template }, tools }: { row: WalletRow; tools: CellTools }): ReactElement | null {
  const { t } = tools;
  if (template === null) return null;
  const words = { name: template.name, edition: template.edition, newest: template.newest };
  const head = template.deleted
    ? t("templates.followedGone", words)
    : t(template.edition === template.newest ? "templates.followed" : "templates.followedOlder", words);
  if (template.differs.length === 0) return <p className="fd-dim">{head}</p>;
  const list = template.differs.map((field) => settingName(field, tools)).join(t("templates.join"));
  return (
    <Strip tone="ask">
      {head} {t("templates.followedDiffers", { list })}
    </Strip>
  );
}
