// @vitest-environment happy-dom
import { renderToString } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { BatchCheckRow, BatchRow } from "../../../contract/disburse-batches.schema.ts";
import { BATCH_ACTIONS, BATCH_CHARACTERS_MAX, BATCH_STATUSES, BATCH_STOPS } from "../../../contract/disburse-batches.ts";
import type { CellTools } from "../../cell-tools.ts";
import { testList } from "../../list/suite.tsx";
import { BatchProgress } from "./batch-progress.tsx";
import { shownRows } from "./batch-check.tsx";
import { decode, isTooBig } from "./batch-file.ts";
import { batchesList } from "./batches-spec.tsx";

const batch: BatchRow = {
  id: "F261121XY12AB34",
  merchant_id: "M261121XY12AB34",
  merchant_name: "Padma",
  file_name: "may.csv",
  account: "farzana",
  status: "done",
  stop_reason: null,
  rows: 1200,
  waiting: 0,
  created: 1000,
  existing: 100,
  failed: 90,
  stopped: 10,
  amount: "500000.00",
  fee: "5000.00",
  created_at: "2026-11-20T04:00:00.000Z",
  finished_at: "2026-11-20T04:01:00.000Z",
  version: 3,
  actions: [...BATCH_ACTIONS],
};
testList(
  batchesList,
  [batch, ...BATCH_STATUSES.map((status) => ({ ...batch, status, finished_at: null, account: null, failed: 0, stopped: 0, waiting: 100 }))],
  ["stop_reason"],
);

describe("batches", () => {
  const tools = { t: (key: string) => key, locale: "zh", currency: "BDT" } as unknown as CellTools; // keys instead of words

  it("ask only where rows were left over", () => {
    expect(batchesList.drawer.waiting?.(batch, null, tools)).toBe("batches.waiting.failed");
    expect(batchesList.drawer.waiting?.({ ...batch, actions: [] }, null, tools)).toBe("batches.waiting.failedPlain");
    expect(batchesList.drawer.waiting?.({ ...batch, status: "running" }, null, tools)).toBeNull();
    expect(batchesList.drawer.waiting?.({ ...batch, failed: 0, stopped: 0 }, null, tools)).toBeNull();
  });

  it("say why one was stopped, in words, where its progress stands", () => {
    for (const reason of BATCH_STOPS) {
      const shown = renderToString(<BatchProgress batch={{ ...batch, status: "stopped", stop_reason: reason }} tools={tools} />);
      expect(shown).toContain(`batches.stopped.${reason}`);
    }
    expect(renderToString(<BatchProgress batch={batch} tools={tools} />)).not.toContain("batches.stopped");
  });

  it("read files as Chinese spreadsheets save them, and know when one is too big", () => {
    expect(decode(new TextEncoder().encode("金额,商户订单号").buffer as ArrayBuffer)).toBe("金额,商户订单号");
    expect(decode(new Uint8Array([0xbd, 0xf0, 0xb6, 0xee]).buffer)).toBe("金额");
    expect([isTooBig("x".repeat(BATCH_CHARACTERS_MAX)), isTooBig("x".repeat(BATCH_CHARACTERS_MAX + 1))]).toEqual([false, true]);
  });

  it("show rows with problems first, and only them when asked", () => {
    const row = (line: number, result: BatchCheckRow["result"]) => ({ line, result }) as BatchCheckRow; // only these two are read
    const rows = [
      row(2, "ok"),
      row(3, "existing"),
      row(4, "error"),
      row(5, "duplicate"),
      row(6, "error"),
      ...Array.from({ length: 400 }, (_, at) => row(7 + at, "ok")),
    ];
    expect(shownRows(rows, true).map((one) => one.line)).toEqual([4, 6, 5, 3]);
    expect(shownRows(rows, false)).toHaveLength(300);
  });
});
