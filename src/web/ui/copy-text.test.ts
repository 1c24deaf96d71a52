// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { copyByCommand, copyText } from "./copy-text.ts";
import { TIP_MS } from "./tip.ts";

const copied: string[] = [];
function withCommand(works: boolean): void {
  // happy-dom has no execCommand; the product asks for it last
  Object.assign(document, {
    execCommand: (command: string) => {
      copied.push(`${command}:${(document.activeElement as HTMLTextAreaElement | null)?.value ?? ""}`);
      return works;
    },
  });
}
beforeEach(() => {
  copied.length = 0;
  withCommand(true);
});
afterEach(() => vi.unstubAllGlobals());

describe("copying", () => {
  it("uses the clipboard", async () => {
    const writeText = vi.fn(async () => undefined);
    vi.stubGlobal("navigator", { clipboard: { writeText } });
    expect(await copyText("P261121")).toBe(true);
    expect(writeText).toHaveBeenCalledWith("P261121");
    expect(copied).toEqual([]);
  });

  it("falls back where the clipboard is missing or refuses", async () => {
    vi.stubGlobal("navigator", {});
    expect(await copyText("a\nb")).toBe(true);
    vi.stubGlobal("navigator", { clipboard: { writeText: () => Promise.reject(new Error("denied")) } });
    expect(await copyText("c")).toBe(true);
    expect(copied).toEqual(["copy:a\nb", "copy:c"]);
  });

  it("says when even that fails, leaves nothing behind and gives the focus back", () => {
    document.body.innerHTML = "<button>x</button>";
    const button = document.querySelector("button");
    button?.focus();
    withCommand(false);
    expect(copyByCommand("x")).toBe(false);
    expect(document.querySelector("textarea")).toBeNull();
    expect(document.activeElement).toBe(button);
  });

  it("shows its tooltip for 3000 ms", () => expect(TIP_MS).toBe(3000));
});
