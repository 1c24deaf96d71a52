/** Tasks of phones that pay out: statuses, the one transition table. */
import type { Transition } from "./transition.ts";

/** `withdrawn`: no phone ever had it. `lapsed`: one had it and did not answer in time. */
export const TASK_STATUSES = ["waiting", "handed", "answered", "lapsed", "withdrawn"] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

/** Every edge of a task's life: handed out once, and what was handed out is never taken back. The database refuses all others. */
export const TASK_TRANSITIONS = [
  { from: "waiting", event: "hand", to: "handed", by: "device" },
  { from: "waiting", event: "withdraw", to: "withdrawn", by: "job" },
  { from: "handed", event: "answer", to: "answered", by: "device" },
  { from: "handed", event: "lapse", to: "lapsed", by: "job" },
  { from: "lapsed", event: "answer", to: "answered", by: "device" },
] as const satisfies readonly Transition<TaskStatus, "hand" | "withdraw" | "answer" | "lapse">[];
