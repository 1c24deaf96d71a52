/** Whether this server is about to stop: it still answers everything, and asks to be asked no more. */

export class Drain {
  private begun = false;

  /** True from the moment on at which the server was told to stop. */
  get hasBegun(): boolean {
    return this.begun;
  }

  /** Readiness says no from now on, and each answer closes its connection. */
  begin(): void {
    this.begun = true;
  }
}
