/** How much of the window's width its scroll bar takes, as `--fd-scrollbar` on the page: it comes and goes between screens. */
import { useLayoutEffect } from "react";

/** Measures for as long as the frame stands. */
export function useScrollbarWidth(): void {
  useLayoutEffect(() => {
    const page = document.documentElement;
    let known = -1;
    const measure = (): void => {
      const width = Math.max(0, window.innerWidth - page.offsetWidth);
      if (width !== known) page.style.setProperty("--fd-scrollbar", `${width}px`);
      known = width;
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(page);
    return () => observer.disconnect();
  }, []);
}
