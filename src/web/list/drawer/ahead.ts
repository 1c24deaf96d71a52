/** What a drawer will show is read while its row is pointed at: it stands at once when it is opened. */
import { useQueryClient } from "@tanstack/react-query";
import { type DOMAttributes, useEffect, useMemo } from "react";
import type { HasId, ListSpec } from "../spec/index.ts";
import { preloadBody } from "./body.tsx";
import { oneQuery } from "./one.ts";

/** Who passes over a row on the way to another one reads nothing, ms. */
const STAYS_MS = 100;

type Pointing = Pick<DOMAttributes<HTMLElement>, "onPointerOver" | "onPointerDown" | "onPointerLeave" | "onFocus">;

/** What a press in a row is meant for, where it does not open the row. */
const OF_ITS_OWN = "button,input,label,a:not([data-link])";

/**
 * Reads ahead for the row under the mouse or with the focus, and at once where the mouse is pressed: it is let go a tenth of a second later. Nothing is read again that is known and still fresh.
 * @returns handlers of what is around the rows, which carry their ids as `data-id`
 */
export function useReadAhead<Row extends HasId, Detail extends Row>(spec: ListSpec<Row, Detail>): Pointing {
  const client = useQueryClient();
  const ahead = useMemo(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let waitsFor: string | null = null;
    const idOf = (target: EventTarget | null): string | null =>
      target instanceof Element ? (target.closest<HTMLElement>("[data-id]")?.dataset["id"] ?? null) : null;
    const read = (id: string): void => {
      preloadBody(spec);
      if (spec.drawer.endpoint !== undefined) void client.prefetchQuery(oneQuery(spec, id)); // a failure shows when it is opened
    };
    const see = (target: EventTarget | null): void => {
      const id = idOf(target);
      if (id === waitsFor) return;
      clearTimeout(timer);
      waitsFor = id;
      if (id === null) return;
      timer = setTimeout(() => read(id), STAYS_MS);
    };
    const press = (target: EventTarget | null): void => {
      const id = idOf(target);
      if (id !== null && target instanceof Element && target.closest(OF_ITS_OWN) === null) read(id);
    };
    return { see, press, forget: () => see(null) };
  }, [spec, client]);
  useEffect(() => ahead.forget, [ahead]);
  return useMemo(
    () => ({
      // A finger that scrolls points at nothing.
      onPointerOver: (event) => (event.pointerType === "mouse" ? ahead.see(event.target) : undefined),
      onPointerDown: (event) => (event.pointerType === "mouse" && event.button === 0 ? ahead.press(event.target) : undefined),
      onPointerLeave: ahead.forget,
      onFocus: (event) => ahead.see(event.target),
    }),
    [ahead],
  );
}
