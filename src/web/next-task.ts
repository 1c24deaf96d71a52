/** Lets the browser do what waits, a touch or a picture, before the next piece of work. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}
