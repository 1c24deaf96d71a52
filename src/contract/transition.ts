/** One step of an object's life. Each object has one table of them, beside its statuses; `life-cycles.ts` holds them all. */
import type { Permission } from "./permissions.ts";

export interface Transition<S extends string, E extends string> {
  readonly from: S;
  readonly event: E;
  readonly to: S;
  /** Who may: a permission of staff, whoever sees the object (`staff`), or the part of the machine that acts. */
  readonly by: Permission | "staff" | "matching" | "outcome" | "job" | "merchant" | "acceptance" | "device";
}
