/** A wallet's type in words: "bKash · agent". */
import { OPERATOR_INFO } from "../../../../contract/operators.ts";
import type { WalletTemplateRow } from "../../../../contract/wallet-templates.schema.ts";
import type { CellTools } from "../../../cell-tools.ts";

export const typeWord = ({ operator, wallet_type }: Pick<WalletTemplateRow, "operator" | "wallet_type">, { t }: Pick<CellTools, "t">): string =>
  t("templates.type", { operator: OPERATOR_INFO[operator].name, type: t(`common.walletType.${wallet_type}`) });
