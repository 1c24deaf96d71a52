/** Saved views of lists, and of the exception queue: everything that one shows, under a name and an address. */
import * as z from "zod";
import { DENSITIES, VIEW_PLACES } from "./lists.ts";
import { USER_TYPES } from "./permissions.ts";
import { line, publicId, text, version } from "./schema.ts";

const columnId = text(64);
const columnIds = z.array(columnId).max(100);
/** Columns of a list: differences from how it is at first, widths in pixels, and how high a row is. */
export const viewLayout = z.strictObject({
  shown: columnIds.optional(),
  hidden: columnIds.optional(),
  order: columnIds.optional(),
  pinned: columnIds.optional(),
  widths: z.record(columnId, z.int().min(1).max(10_000)).optional(),
  density: z.enum(DENSITIES).optional(),
});
export type ViewLayout = z.infer<typeof viewLayout>;

const listName = z.enum(VIEW_PLACES);
const name = line(64);
/** The address' own words: filters, sort, dates; `range=today` stays what it says. */
const query = text(2000);

export const savedView = z.object({
  id: publicId,
  list: z.string(),
  name: z.string(),
  query: z.string(),
  layout: viewLayout,
  shared: z.boolean(),
  /** The list opens with it for whoever asks. */
  default: z.boolean(),
  /** User types for whom the list opens with it, unless they have chosen themselves. */
  default_for: z.array(z.enum(USER_TYPES)),
  own: z.boolean(),
  /** Account of whoever saved it. */
  owner: z.string(),
  version: z.int(),
});
export type SavedView = z.infer<typeof savedView>;

export const viewQuery = z.strictObject({ list: z.string().max(32).optional(), q: z.string().max(64).optional() });
export const viewPage = z.object({
  items: z.array(savedView),
  /** There are more than are shown: `q` finds them by name. */
  more: z.boolean(),
  /** What the list opens with; null: as it is. Only where a list was named. */
  standard: savedView.nullable(),
  /** Who said so: the person, or what holds for the user type. */
  standard_by: z.enum(["person", "role"]).nullable(),
});
export type ViewPage = z.infer<typeof viewPage>;

export const viewCreate = z.strictObject({
  list: listName,
  name,
  query,
  layout: viewLayout.default({}),
  shared: z.boolean().default(false),
  default: z.boolean().default(false),
});
export const viewPatch = z.strictObject({
  version,
  name: name.optional(),
  query: query.optional(),
  layout: viewLayout.optional(),
  shared: z.boolean().optional(),
});
/** With which view a list opens for the person; `plain`: with none, whatever holds for the user type; null: as for the user type. */
export const viewDefault = z.strictObject({ list: listName, view: z.union([publicId, z.literal("plain")]).nullable() });
/** With which shared view a list opens for a user type; null: with none. */
export const viewRoleDefault = z.strictObject({ list: listName, user_type: z.enum(USER_TYPES), view: publicId.nullable() });
