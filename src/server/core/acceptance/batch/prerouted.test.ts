import { describe, expect, it } from "vitest";
import type { App } from "../../../platform/context.ts";
import { Prerouter, MemoryBatch } from "./prerouted.ts";
import type { PaymentOrder } from "../payment-order.ts";
import { WalletBoards } from "../wallet-board.ts";

const order = (merchantOrderId: string): PaymentOrder => ({ merchantOrderId }) as PaymentOrder;
const orders = (count: number, from = 0): PaymentOrder[] => Array.from({ length: count }, (_unused, index) => order(`o${from + index}`));

/** A queue with what is decided ahead of it, three orders a batch. `open`: whether batches are begun. */
function queue(state = { open: true }) {
  const waiting: PaymentOrder[] = [];
  const ahead = new Prerouter(() => (state.open ? new MemoryBatch({ now: () => 0 } as App, () => Promise.resolve({}), new WalletBoards()) : null), 3);
  return {
    state,
    ahead,
    come: (...all: PaymentOrder[]) => {
      for (const one of all) {
        waiting.push(one);
        ahead.add(one, waiting.length - 1);
      }
    },
    /** The next batch goes: how many orders of it had been decided; null: none of them. */
    go: () => {
      const batch = waiting.splice(0, 3);
      return ahead.take(batch)?.orders.map(({ merchantOrderId }) => merchantOrderId) ?? null;
    },
  };
}

describe("what is decided ahead", () => {
  it("is the front of the queue, in batches of its size", () => {
    const { come, go } = queue();
    come(...orders(5));
    expect(go()).toEqual(["o0", "o1", "o2"]);
    come(...orders(2, 5));
    expect(go()).toEqual(["o3", "o4", "o5"]);
    expect(go()).toEqual(["o6"]);
  });

  it("waits for an empty queue when orders before it are not decided", () => {
    const { come, go, state } = queue({ open: false });
    come(...orders(2));
    state.open = true;
    come(...orders(3, 2));
    expect(go()).toBeNull();
    come(order("o5"));
    expect(go()).toBeNull();
    come(order("o6"));
    expect(go()).toEqual(["o6"]);
  });

  it("leaves nothing out: after an order that is not decided it begins anew with an empty queue", () => {
    const { come, go, state } = queue();
    come(...orders(3));
    state.open = false;
    come(...orders(1, 3));
    expect(go()).toEqual(["o0", "o1", "o2"]);
    state.open = true;
    // One that is not decided waits before it.
    come(order("o4"));
    expect(go()).toBeNull();
    come(order("o5"));
    expect(go()).toEqual(["o5"]);
  });

  it("stays when one order is tried again by itself, and goes when it no longer holds", () => {
    const { come, go, ahead } = queue();
    come(...orders(2));
    expect(ahead.take([order("o1")])).toBeNull();
    expect(go()).toEqual(["o0", "o1"]);
    come(...orders(2, 2));
    ahead.forget();
    expect(go()).toBeNull();
    come(order("o4"));
    expect(go()).toEqual(["o4"]);
  });

  it("never fails: what cannot be decided is left to the long way", async () => {
    const failing = new MemoryBatch(
      {
        now: () => {
          throw new Error("no clock");
        },
      } as unknown as App,
      () => Promise.resolve({}),
      {
        fresh: () => {
          throw new Error("away");
        },
      } as unknown as WalletBoards,
    );
    failing.add(order("o1"));
    expect(failing.orders).toHaveLength(1);
    expect(await failing.finish()).toBeNull();
  });
});
