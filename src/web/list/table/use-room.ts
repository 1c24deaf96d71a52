/** How much room a list's frame leaves for columns. Known before the first paint, so that nothing moves. */
import { type RefCallback, useCallback, useState } from "react";

let barWidth: number | null = null;
/** Width that a scroll bar takes from its box: 0 where it lies over the content. */
function scrollBarWidth(): number {
  if (barWidth !== null) return barWidth;
  const box = document.createElement("div");
  box.style.cssText = "position:absolute;visibility:hidden;overflow:scroll;width:50px;height:50px";
  document.body.append(box);
  barWidth = box.offsetWidth - box.clientWidth;
  box.remove();
  return barWidth;
}

/**
 * The room in pixels (null until measured), and the reference for the element that has it.
 * @param wanted false where there are no columns: a phone would lay out the page twice for nothing
 */
export function useRoom(wanted: boolean): [number | null, RefCallback<HTMLElement>] {
  const [room, setRoom] = useState<number | null>(null);
  const place = useCallback(
    (element: HTMLElement | null) => {
      if (element === null || !wanted) return;
      const measure = (): void => setRoom(element.clientWidth > 0 ? element.clientWidth - scrollBarWidth() : null);
      measure();
      const watcher = new ResizeObserver(measure);
      watcher.observe(element);
      return () => watcher.disconnect();
    },
    [wanted],
  );
  return [room, place];
}
