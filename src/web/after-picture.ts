/**
 * Once for any number of calls, runs `work` after the next picture, when everything has been laid out: to ask where something is, or how
 * large, costs nothing then. While one scrolls, the same question asked at once lays out the page anew each time.
 * @returns asks for it
 */
export function afterPicture(work: () => void): () => void {
  let due = false;
  return () => {
    if (due) return;
    due = true;
    requestAnimationFrame(() =>
      setTimeout(() => {
        due = false;
        work();
      }),
    );
  };
}

/**
 * Gives an element the focus once it stands there: at once, it would have the whole page laid out in the middle of a click. Whoever has gone
 * elsewhere meanwhile stays there.
 * @returns calls it off
 */
export function focusAfterPicture(element: HTMLElement): () => void {
  const before = document.activeElement;
  let wanted = true;
  const ask = afterPicture(() => {
    const now = document.activeElement;
    if (!wanted || (now !== before && now !== document.body)) return;
    element.focus({ preventScroll: true });
    // What the page still holds back cannot have it yet.
    if (document.activeElement !== element) ask();
  });
  ask();
  return () => {
    wanted = false;
  };
}
