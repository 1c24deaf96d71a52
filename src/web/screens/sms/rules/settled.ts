/** Values that change while somebody types. */
import { useEffect, useState } from "react";

/** A value once nothing has changed it for a moment. @param quietMs how long the moment is */
export function useSettled(value: string, quietMs: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), quietMs);
    return () => clearTimeout(timer);
  }, [value, quietMs]);
  return settled;
}
