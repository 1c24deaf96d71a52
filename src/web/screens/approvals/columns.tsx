/** The inbox's columns. */
import type { ApprovalRow } from "../../../contract/approvals.schema.ts";
import type { ApprovalStatus } from "../../../contract/approvals.ts";
import { shortId } from "../../i18n/format.ts";
import { amountCell, idColumn, statusCell, textCell, timeCell } from "../../list/columns/index.ts";
import { named } from "../../words/named.ts";
import { ObjectLink } from "../../list/parts/index.ts";
import type { CellTools } from "../../cell-tools.ts";
import type { ColumnSpec } from "../../list/spec/index.ts";
import type { Tone } from "../../theme.ts";

const TONES = { waiting: "ask", approved: "done", rejected: "bad", lapsed: "gone", cancelled: "gone" } as const satisfies Record<ApprovalStatus, Tone>;

/** The act in words; of a manual operation also which. */
export function kindWord(row: ApprovalRow): string {
  const word = named("approvals", "kind", row.kind);
  return row.kind === "manual.apply" && typeof row.payload.kind === "string" ? `${word} · ${named("manual", "kind", row.payload.kind)}` : word;
}

/** What the maker wrote beside it. */
export function noteOf(row: ApprovalRow): string | null {
  const { note, reason } = row.payload;
  return typeof note === "string" && note !== "" ? note : typeof reason === "string" && reason !== "" ? reason : null;
}

/** What it is about: a name where there is one, else the id, else what kind of thing. */
export function objectWord(row: ApprovalRow): string {
  return row.object.name ?? row.object.id ?? named("approvals", "objectType", row.object.type);
}

/** Status as dot and word. */
export function approvalStatus(row: ApprovalRow, { t }: CellTools): React.ReactNode {
  return statusCell(TONES[row.status], t(`approvals.status.${row.status}`));
}

/** Who asked or decided; a merchant is not told which of the platform's people. */
export function personWord(account: string): string {
  return account === "staff" ? named("audit", "actor", "staff") : account;
}

/** Who asked, and that he is no longer there where he is not. */
export function makerWord(row: ApprovalRow, { t }: CellTools): string {
  return row.maker_active || row.status !== "waiting" ? personWord(row.maker) : t("approvals.makerGone", { maker: personWord(row.maker) });
}

/** Why it ended: written by a person, or a code of the product. */
export function reasonWord(row: ApprovalRow): string | null {
  return row.reason !== null && row.status === "lapsed" ? named("approvals", "lapsed", row.reason) : row.reason;
}

export const approvalColumns: readonly ColumnSpec<ApprovalRow>[] = [
  idColumn("approvals.column.id"),
  { id: "created_at", header: "approvals.column.created", width: 130, render: (row) => timeCell(row.created_at) },
  { id: "kind", header: "words.field.act", width: 190, render: (row) => textCell(kindWord(row)) },
  {
    id: "object",
    header: "words.field.object",
    width: 180,
    render: (row, tools) =>
      row.object.id === null ? (
        textCell(objectWord(row))
      ) : (
        <ObjectLink type={row.object.type} id={row.object.id} tools={tools}>
          {row.object.name ?? shortId(row.object.id)}
        </ObjectLink>
      ),
  },
  { id: "amount", header: "words.field.amount", width: 130, align: "right", money: true, render: (row) => amountCell(row.amount) },
  { id: "status", header: "words.field.status", width: 110, render: approvalStatus },
  { id: "maker", header: "words.field.maker", width: 130, render: (row, tools) => textCell(makerWord(row, tools)) },
  { id: "checker", header: "words.field.checker", width: 130, render: (row) => textCell(row.checker && personWord(row.checker)) },
  { id: "expires_at", header: "approvals.column.expires", width: 130, render: (row) => timeCell(row.expires_at) },
  { id: "decided_at", header: "approvals.column.decided", width: 130, defaultHidden: true, render: (row) => timeCell(row.decided_at) },
  { id: "reason", header: "words.field.reason", width: 160, defaultHidden: true, render: (row) => textCell(reasonWord(row)) },
];
