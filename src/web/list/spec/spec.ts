/** What a list is made of. A screen describes its list with these types; `List` does the rest. */
import type { ComponentType, ReactNode } from "react";
import type { BulkActName } from "../../../contract/bulk.ts";
import type { EndpointKey, Endpoints } from "../../../contract/endpoints.ts";
import type { Page } from "../../../contract/envelope.ts";
import type { EventKind } from "../../../contract/events.ts";
import type { ListName } from "../../../contract/lists.ts";
import type { Permission } from "../../../contract/permissions.ts";
import type { CallError, Result } from "../../api.ts";
import type { FormSpec } from "../../forms/spec.ts";
import type { CellTools } from "../../cell-tools.ts";
import type { ScreenName } from "../../screens.ts";
import type { FilterSpec } from "./filters.ts";
import type { MessageKey } from "../../i18n/keys.ts";

export interface HasId {
  readonly id: string;
}
/** Calls that answer pages of a row. */
export type PageEndpoint<Row> = { [K in EndpointKey]: Endpoints[K] extends { data: Page<Row>; query: unknown } ? K : never }[EndpointKey];
/** Calls that answer one object by its id. */
export type OneEndpoint<Detail> = {
  [K in EndpointKey]: K extends `GET ${string}/:id` ? (Endpoints[K] extends { data: Detail } ? K : never) : never;
}[EndpointKey];

/** What the layout needs to know of a column. */
export interface ColumnShape {
  readonly id: string;
  /** Width in pixels at first. */
  readonly width: number;
  readonly pinned?: "left" | "right";
  readonly defaultHidden?: boolean;
  /** Filters under which a column that is hidden at first stands in view. */
  readonly shownUnder?: Readonly<Record<string, string>>;
  /** Names: takes the room that is left over before others do, within bounds. */
  readonly grow?: boolean;
}
export interface ColumnSpec<Row> extends ColumnShape {
  readonly header: MessageKey;
  readonly align?: "right";
  /** Amounts: the currency stands in the head, not in each cell. */
  readonly money?: boolean;
  /** Key in the page's `sums`. */
  readonly sum?: string;
  /** Hidden from users who lack it. */
  readonly permission?: Permission;
  /** Of the platform's people alone: the server tells a merchant's people nothing of it, as in files (`staffColumn`). */
  readonly staff?: true;
  /** Draws a cell: plain elements only (no overlay, no hook): it runs once per row and column. */
  readonly render: (row: Row, tools: CellTools) => ReactNode;
}

/** What a confirmation says. */
export interface Ask {
  readonly title: string;
  readonly body?: string;
  readonly label: string;
}
/** Keys that decide on the object whose drawer is open: approve, reject, match. Elsewhere they keep the list's meaning. */
export type DecisionKey = "a" | "r" | "m";
export const DECISION_KEYS: readonly DecisionKey[] = ["a", "r", "m"];

/** One act on one row. Give `form`, or `run` with or without `confirm`. */
/** How an act is taken back by the opposite one, for as long as its notice stands (`ui/undo.ts`). */
export interface BackSpec<Row> {
  /** Whether this person could: nothing is offered that would be refused. */
  readonly offered: (row: Row) => boolean;
  /** The opposite act, under the version that the act produced. */
  readonly run: (after: Row, idempotencyKey: string) => Promise<Result<unknown>>;
  /** Which object it was, as the notice names it. */
  readonly name: (row: Row) => string;
  /** Asked about all the same, since the specification asks before it (delete, reset, unbind, recover, clear). */
  readonly asked?: boolean;
}

export interface ActionSpec<Row> {
  /** Name in `row.actions`: the server decides where it is offered. */
  readonly id: string;
  readonly label: MessageKey;
  readonly danger?: boolean;
  /** On this row it is never the button that catches the eye: what it would act on is in doubt. */
  readonly doubted?: (row: Row) => boolean;
  /** Where `row.actions` does not decide. */
  readonly offered?: (row: Row) => boolean;
  /** Why it would be refused now, where the row tells: it is shown but cannot be pressed. */
  readonly blocked?: (row: Row, tools: CellTools) => string | null;
  /** Why it is not offered on this row, said when its key is pressed all the same; null: nothing more than that. */
  readonly whyNot?: (row: Row, tools: CellTools) => string | null;
  /** Shown as a button in the row, not only in its menu. */
  readonly inline?: (row: Row) => boolean;
  readonly confirm?: (row: Row, tools: CellTools) => Ask;
  readonly run?: (row: Row, idempotencyKey: string) => Promise<Result<unknown>>;
  /** Loaded when it is opened. */
  readonly form?: () => Promise<FormSpec<Row>>;
  /** It decides on the object: its key in the open drawer. When it has been done, the next object to decide on opens. */
  readonly key?: DecisionKey;
  /** What is said when it has been done. */
  readonly done: MessageKey;
  /** In its place, where the answer tells more: what came of it. */
  readonly outcome?: (before: Row, after: Row, tools: CellTools) => string;
  /** Second line of a refusal, where the server's details tell more than its code. */
  readonly refused?: (error: CallError, tools: CellTools) => string | null;
  /** It can be taken back: it is done at once, what its question would say stands in the notice, and the notice takes it back. */
  readonly back?: BackSpec<Row>;
}

/** Longest reason of a bulk act. */
export const BULK_REASON_MAX = 500;
/** One act on many rows. */
/** What asks for a job's target is given; null: nothing was chosen. */
export interface TargetPickProps {
  readonly tools: CellTools;
  readonly onPick: (target: { readonly id: string; readonly edition: number } | null) => void;
}
export interface BulkSpec<Row> {
  readonly id: string;
  readonly label: MessageKey;
  readonly danger?: boolean;
  /** Needed to be offered it at all. */
  readonly permission: Permission;
  readonly offered?: (row: Row) => boolean;
  /** What will happen to each of them, said where it is asked for. */
  readonly intro?: MessageKey;
  /** What is put on each of them, asked for before the job is prepared: its act names a target. */
  readonly target?: () => Promise<{ readonly default: ComponentType<TargetPickProps> }>;
  /** It runs on the server as a job with a rehearsal, on any number of rows. */
  readonly job: BulkActName;
}

/** The drawer's inside; it shows the row at once and the rest when it is there. */
export interface DrawerBodyProps<Row, Detail> {
  readonly row: Row;
  readonly detail: Detail | null;
  readonly tools: CellTools;
}
/** What became of a file: its name once the browser has it. */
export type FileResult = { readonly file: string } | { readonly error: CallError };
export interface DrawerSpec<Row, Detail> {
  /** One object with its timeline; left out where the row is all there is. */
  readonly endpoint?: OneEndpoint<Detail>;
  readonly status?: (row: Row, tools: CellTools) => ReactNode;
  readonly amount?: (row: Row) => string | null;
  /** What is wrong or waiting, in one sentence; null when nothing is. */
  readonly waiting?: (row: Row, detail: Detail | null, tools: CellTools) => string | null;
  /** Saves all that is known of the object as one file, to be handed on. */
  readonly evidence?: (row: Row, tools: CellTools) => Promise<FileResult>;
  readonly body: () => Promise<{ default: ComponentType<DrawerBodyProps<Row, Detail>> }>;
}

/** What a card shows under 768 px: ids of columns. */
export interface CardSpec {
  readonly status?: string;
  readonly amount?: string;
  readonly lines: readonly string[];
}

export interface ListSpec<Row extends HasId, Detail extends Row = Row> {
  /** The address segment: name of preferences, saved views and export. */
  readonly name: ListName;
  readonly title: MessageKey;
  readonly endpoint: PageEndpoint<Row>;
  readonly columns: readonly ColumnSpec<Row>[];
  readonly filters: readonly FilterSpec[];
  /** Column that carries the button for newest or oldest first; `created_at` unless said. */
  readonly sortColumn?: string;
  readonly searchHint: MessageKey;
  /** Shown when nothing exists at all. */
  readonly empty: MessageKey;
  /** What to do about it, told to those who may. */
  readonly firstStep?: { readonly permission: Permission; readonly text: MessageKey };
  readonly card: CardSpec;
  readonly actions?: readonly ActionSpec<Row>[];
  readonly bulk?: readonly BulkSpec<Row>[];
  /** The amount a bulk confirmation adds up. */
  readonly amountOf?: (row: Row) => string | null;
  readonly drawer: DrawerSpec<Row, Detail>;
  /** Kind of live events that concern these rows. */
  readonly live: EventKind;
  /** The screen it stands on, where that is not its own name: a list in a tab. */
  readonly screen?: ScreenName;
  /** Version of a row that carries none of its own, so that live events find what changed. */
  readonly versionOf?: (row: Row) => number;
  /** Export of exactly the filtered rows. */
  readonly exportable?: boolean;
}
