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
