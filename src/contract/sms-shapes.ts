/** Shapes of messages: a text with what varies in it replaced by marks, so that many messages of one wording are one line. */

/** What varies in a text. */
export const SHAPE_MARKS = ["amount", "number", "phone", "id", "time", "name", "ref", "link"] as const;
export type ShapeMark = (typeof SHAPE_MARKS)[number];

/** Unread messages that one answer looks at, newest first. */
export const SHAPES_LOOKED_MAX = 10_000;
/** Shapes that one answer shows, the most frequent first. */
export const SHAPES_MAX = 60;
/** Senders that a shape names. */
export const SHAPE_SENDERS_MAX = 5;
