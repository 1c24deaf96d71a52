/** Taking back what has an opposite: disabling and deleting, for objects that can be enabled and recovered. */
import type { BackSpec } from "./spec.ts";

/**
 * What takes an act back; nothing where it has no opposite.
 * @param post the opposite act: who may disable may enable, and who may delete may recover (`*_ACTION_PERMISSIONS` in contract/)
 */
export function takenBack<Row>(
  act: string,
  post: (opposite: "enable" | "recover") => BackSpec<Row>["run"],
  name: BackSpec<Row>["name"],
): { readonly back?: BackSpec<Row> } {
  if (act === "disable") return { back: { offered: () => true, run: post("enable"), name } };
  // The specification asks before a deletion.
  if (act === "delete") return { back: { offered: () => true, run: post("recover"), name, asked: true } };
  return {};
}
