/** What a drawer will show is read while its row is pointed at: it stands at once when it is opened. */
import { useQueryClient } from "@tanstack/react-query";
import { type DOMAttributes, useEffect, useMemo } from "react";
import type { HasId, ListSpec } from "../spec/index.ts";
import { preloadBody } from "./body.tsx";
import { oneQuery } from "./one.ts";

/** Who passes over a row on the way to another one reads nothing, ms. */
const STAYS_MS = 100;

type Pointing = Pick<DOMAttributes<HTMLElement>, "onPointerOver" | "onPointerLeave" | "onFocus">;

/**
 * Reads ahead for the row under the mouse or with the focus. Nothing is read again that is known and still fresh.
 * @returns handlers of what is around the rows, which carry their ids as `data-id`
 */
export function useReadAhead<Row extends HasId, Detail extends Row>(spec: ListSpec<Row, Detail>): Pointing {
  const client = useQueryClient();
  const ahead = useMemo(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let waitsFor: string | null = null;
    const see = (target: EventTarget | null): void => {
      const id = target instanceof Element ? (target.closest<HTMLElement>("[data-id]")?.dataset["id"] ?? null) : null;
      if (id === waitsFor) return;
      clearTimeout(timer);
      waitsFor = id;
      if (id === null) return;
      timer = setTimeout(() => {
        preloadBody(spec);
        if (spec.drawer.endpoint !== undefined) void client.prefetchQuery(oneQuery(spec, id)); // a failure shows when it is opened
      }, STAYS_MS);
    };
    return { see, forget: () => see(null) };
  }, [spec, client]);
  useEffect(() => ahead.forget, [ahead]);
  return useMemo(
    () => ({
      // A finger that scrolls points at nothing.
      onPointerOver: (event) => (event.pointerType === "mouse" ? ahead.see(event.target) : undefined),
      onPointerLeave: ahead.forget,
      onFocus: (event) => ahead.see(event.target),
    }),
    [ahead],
  );
}
