// @vitest-environment happy-dom
/** Whatever is downloaded: it is said why there is no file and what to do, and the page stays. */
import { act, type ReactElement } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { permissionsOf } from "../../contract/permissions.ts";
import type { Profile } from "../../contract/session.schema.ts";
import { text } from "../i18n/keys.ts";
import { BankFile } from "../list/bulk/index.ts";
import { jobOf } from "../list/bulk/suite-job.ts";
import { hear, mount, preparePage, seen, unmount } from "../mount.tsx";
import { keyOf, queryClient } from "../query.ts";
import { takeProfile } from "../session.tsx";
import { Notices } from "../ui/notices.tsx";
import BulkDrawer from "./bulk/drawer.tsx";
import { DownloadResult } from "./disburses/batch-progress.tsx";
import SealsTab from "./journals/seals/index.tsx";

const tools = { t: text, locale: "en", currency: "BDT" } as const;
const file = jobOf({ act: "withdrawal.export", done: 3, ended_at: "2026-07-01T00:00:00.000Z" }); // a job that wrote its file
const PLACES: readonly (readonly [string, string, () => ReactElement])[] = [
  ["a bank file", "/api/withdrawal/files/B1", () => <BankFile job={file} tools={tools} />],
  ["a job's result", "/api/bulk/B1/result", () => <BulkDrawer row={jobOf({})} detail={null} tools={tools} />],
  ["a batch's result", "/api/disburses/batches/DB1/result", () => <DownloadResult id="DB1" tools={tools} />],
  ["sealed days", "/api/seals/file", () => <SealsTab tabs={null} />],
];
/** What the reads of these places are answered with. */
const NOTHING = { items: [], keys: [], next: null, waiting: 0, archived: [] };

beforeEach(async () => {
  await preparePage("en", "books");
  takeProfile({ token: "t", id: "U1", account: "lee", user_type: "admin", permissions: permissionsOf("admin"), currency: "BDT" } as unknown as Profile); // what the places read
  queryClient.setQueryData(keyOf("GET /api/seals", { query: {} }), NOTHING);
  queryClient.setQueryData(keyOf("GET /v1/seal-keys", {}), NOTHING);
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
});
afterEach(async () => {
  for (const close of document.querySelectorAll<HTMLElement>(`[aria-label="${text("frame.dismiss")}"]`)) await act(async () => close.click());
  unmount();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
/** What has been said since the button was pressed. */
let notices: () => string = () => "";

/** Presses the button and waits for what is said. */
async function pressIn(place: string, part: ReactElement, made: () => Response): Promise<HTMLButtonElement> {
  vi.stubGlobal("fetch", async (request: Request | string) => {
    const { pathname } = new URL(typeof request === "string" ? request : request.url, location.origin);
    if (pathname === place) return made();
    return new Response(JSON.stringify({ success: true, data: NOTHING }), { headers: { "content-type": "application/json" } });
  });
  await mount(
    <>
      <Notices />
      {part}
    </>,
  );
  const button = [...document.querySelectorAll("button")].find((one) => one.textContent?.startsWith("Download"));
  if (!button) throw new Error("there is no button that downloads");
  notices = hear();
  await act(async () => button.click());
  await seen(() => expect(notices()).toMatch(/downloaded/i));
  return button;
}
const refusal = (status: number, error: Record<string, unknown>) => (): Response =>
  new Response(JSON.stringify({ success: false, data: null, error: { message: "", ...error } }), { status, headers: { "content-type": "application/json" } });

it.each(PLACES)("says of %s why the server gives none, and offers it again", async (_name, path, part) => {
  const button = await pressIn(path, part(), refusal(403, { code: "forbidden" }));
  expect(notices()).toContain("The file could not be downloaded");
  expect(notices()).toContain("Ask an admin if you need it.");
  await seen(() => expect([button.isConnected, button.disabled]).toEqual([true, false]));
});

it.each(PLACES)("says of %s that it broke off, and what to do", async (_name, path, part) => {
  const broken = (): Response => new Response(new ReadableStream({ pull: (controller) => controller.error(new TypeError("the connection was lost")) }));
  await pressIn(path, part(), broken);
  expect(notices()).toContain("Check the network, then download it again.");
});

it("names the request where it is to be named, and when too many may be asked for again", async () => {
  const [[, path, part]] = PLACES as [(typeof PLACES)[number]];
  await pressIn(path, part(), refusal(500, { code: "internal", request_id: "R-77" }));
  expect(notices()).toContain("report the request ID");
  expect(notices()).toContain("R-77");
});

it("tells which file has been downloaded", async () => {
  const [[, path, part]] = PLACES as [(typeof PLACES)[number]];
  await pressIn(path, part(), () => new Response("a,b", { headers: { "content-disposition": 'attachment; filename="B1-bank.csv"' } }));
  expect(notices()).toContain("Downloaded: B1-bank.csv");
});
