/** The side of the thread: it ends at a turn of its own. */
import type { MessagePort } from "node:worker_threads";

/** What a thread is told to make it end. */
export const END = { type: "end" } as const;

const isEnd = (order: unknown): boolean => typeof order === "object" && order !== null && "type" in order && order.type === END.type;

/** Ends the thread, and its connections with it, when its owner says so. Called before anything else listens to the port: nothing else hears of it. */
export function endWhenTold(port: MessagePort): void {
  port.on("message", (order: unknown) => {
    if (isEnd(order)) process.exit(0);
  });
}
