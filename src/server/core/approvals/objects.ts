/** The objects that requests are about, as the outside names them. */
import { ID_LETTERS, type IdKind } from "../../../contract/ids.ts";
import type { App } from "../../platform/context.ts";

const isIdKind = (type: string): type is IdKind => type in ID_LETTERS;

/** Public id of a request's object; null where it has none (config). */
export function objectPublicId(app: Pick<App, "publicIds">, type: string, id: bigint): string | null {
  return id !== 0n && isIdKind(type) ? app.publicIds.encode(type, id) : null;
}

/** The object in an audit row: its public id, or its type. */
export function objectName(app: Pick<App, "publicIds">, type: string, id: bigint): string {
  return objectPublicId(app, type, id) ?? type;
}
