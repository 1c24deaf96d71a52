/** A file system of a few hundred megabytes that a test fills and frees again: a tmpfs, which only root may mount, and only on Linux. */
import { execFileSync } from "node:child_process";
import { chmodSync, closeSync, mkdirSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isRoot } from "../../../src/server/platform/db/engine/account.ts";

const CHUNK = Buffer.alloc(1024 * 1024);

export class SmallDisk {
  private constructor(
    private readonly root: string,
    /** A folder on it for what is tried. */
    readonly folder: string,
  ) {}

  /** Null where nothing may be mounted: not root, no Linux, or a container without the right. */
  static mount(megabytes: number): SmallDisk | null {
    if (process.platform !== "linux" || !isRoot()) return null;
    const root = mkdtempSync(join(process.env["TEST_TMP"] ?? tmpdir(), "floatdesk-disk-"));
    try {
      execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=0755`, "floatdesk-test", root], { stdio: "ignore" });
    } catch {
      rmSync(root, { recursive: true });
      return null;
    }
    // The account of the database passes through.
    chmodSync(root, 0o711);
    const folder = join(root, "here");
    mkdirSync(folder, { mode: 0o711 });
    return new SmallDisk(root, folder);
  }

  /** Bytes that are free. */
  get free(): number {
    const { bavail, bsize } = statfsSync(this.root);
    return bavail * bsize;
  }

  /** Takes all room but so many bytes. */
  fill(left = 0): void {
    const file = openSync(join(this.root, "ballast"), "a");
    try {
      while (this.free > left) writeSync(file, CHUNK, 0, Math.min(CHUNK.length, this.free - left));
    } catch (error) {
      if ((error as { code?: string }).code !== "ENOSPC") throw error;
    } finally {
      closeSync(file);
    }
  }

  /** Gives back what {@link fill} took. */
  empty(): void {
    rmSync(join(this.root, "ballast"), { force: true });
  }

  remove(): void {
    execFileSync("umount", ["--lazy", this.root], { stdio: "ignore" });
    rmSync(this.root, { recursive: true, force: true });
  }
}
