/** For screens that read again by themselves: says that the newest answer did not come and what was there before is shown. */
import type { ReactElement } from "react";
import { errorOf } from "./query.ts";
import { StaleStrip } from "./ui/stale.tsx";
import css from "./ui/blocks.module.css";

/** What is read of a query (`useRead`). */
interface Read {
  readonly data: unknown;
  readonly isError: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

/** Stands over what a read shows; nothing as long as the newest answer is in view, or none ever came. */
export function StaleNote({ read }: { read: Read }): ReactElement | null {
  if (!read.isError || read.data === undefined) return null;
  return (
    <div className={css.stale} role="status">
      <StaleStrip error={errorOf(read.error)} onRetry={() => void read.refetch()} />
    </div>
  );
}
