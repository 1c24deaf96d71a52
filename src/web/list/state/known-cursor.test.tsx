// @vitest-environment happy-dom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import type { CallError } from "../../api.ts";
import { refusesCursor, useKnownCursor } from "./known-cursor.ts";
import { useListState } from "./use-list-state.ts";

const refused: CallError = { code: "validation_failed", message: "", status: 422, fields: { cursor: "invalid" } };
const otherwise: CallError = { ...refused, fields: { q: "invalid" } };

/** A list whose server knows only the cursor `good`; the error stays as long as the address asks for what is refused. */
function Probe({ error }: { error: CallError }) {
  const address = useListState([]);
  const left = useKnownCursor(address.state.cursor === null || address.state.cursor === "good" ? null : error, address);
  return <p>{left === null ? "fine" : left.code}</p>;
}

async function open(at: string, error: CallError): Promise<{ search: string; shown: string | null; entries: string }> {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  const place = document.createElement("div");
  const router = createMemoryRouter([{ path: "*", element: <Probe error={error} /> }], { initialEntries: [at] });
  const root = createRoot(place);
  await act(async () => root.render(<RouterProvider router={router} />));
  const seen = { search: router.state.location.search, shown: place.textContent, entries: router.state.historyAction };
  act(() => root.unmount());
  return seen;
}

it("drops a refused cursor alone, in place of the address", async () => {
  expect(await open("/payments?q=x&cursor=abc&open=P1", refused)).toEqual({ search: "?q=x&open=P1", shown: "fine", entries: "REPLACE" });
});

it("leaves what is known, and other refusals, as they are", async () => {
  expect(await open("/payments?cursor=good", refused)).toMatchObject({ search: "?cursor=good", shown: "fine" });
  expect(await open("/payments?cursor=abc", otherwise)).toMatchObject({ search: "?cursor=abc", shown: "validation_failed" });
  expect([refusesCursor(null), refusesCursor({ ...refused, status: 500 })]).toEqual([false, false]);
});
