/** A user in full. */
import type { ReactElement } from "react";
import { Link } from "react-router";
import type { UserDetail, UserRow } from "../../../contract/users.schema.ts";
import { Block, MerchantLink, ObjectTimeline } from "../../list/parts/index.ts";
import type { DrawerBodyProps } from "../../list/spec/index.ts";
import { pathTo } from "../../paths.ts";
import { useMay } from "../../session.tsx";
import { KeyValue, Placeholder } from "../../ui/blocks.tsx";
import { Copy } from "../../ui/copy.tsx";
import { DateTime } from "../../ui/values.tsx";
import { totpCell } from "./columns.tsx";

const TIMELINE_HEIGHT = 160;

/** Facts at once, the history when it has come. */
export default function UserDrawer({ row, detail, tools }: DrawerBodyProps<UserRow, UserDetail>): ReactElement {
  const { t, locale } = tools;
  const may = useMay();
  const merchant = row.merchant_id === null ? null : <MerchantLink of={{ merchant_id: row.merchant_id, merchant_name: row.merchant_name }} tools={tools} />;
  return (
    <>
      <Block title={t("list.drawer.facts")}>
        <KeyValue
          items={[
            { label: t("words.field.account"), value: <Copy value={row.account} /> },
            { label: t("words.field.email"), value: <Copy value={row.email} /> },
            { label: t("words.field.user_type"), value: t(`common.userType.${row.user_type}`) },
            { label: t("words.field.role"), value: row.role_name },
            { label: t("words.field.merchant_id"), value: merchant },
            { label: t("words.field.authenticator"), value: totpCell(row, tools) },
            { label: t("users.column.last_sign_in"), value: <DateTime value={row.last_sign_in_at} exact /> },
            { label: t("words.field.created_at"), value: <DateTime value={row.created_at} exact /> },
            ...(row.locked_until === null ? [] : [{ label: t("users.column.locked"), value: <DateTime value={row.locked_until} exact /> }]),
          ]}
        />
      </Block>
      {may("audit.see") ? (
        <p>
          <Link to={pathTo(locale, "users", { tab: "audit", user_id: row.id })}>{t("users.drawer.activity")}</Link>
        </p>
      ) : null}
      <Block title={t("list.drawer.timeline")}>
        {detail === null ? <Placeholder height={TIMELINE_HEIGHT} /> : <ObjectTimeline area="users" items={detail.timeline} of={detail.id} tools={tools} />}
      </Block>
    </>
  );
}
