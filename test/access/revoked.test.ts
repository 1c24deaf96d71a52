/** Rights that are taken away while calls are under way at two processes: those end one way or the other, and a second later nothing is let in. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "../../src/server/app.ts";
import { permissionsOf, type UserType } from "../../src/contract/permissions.ts";
import { next, type TestProduct } from "../support/app.ts";
import { configure, person, send, startBeside, startTarget, times, together, tried, type Person } from "../support/attack.ts";

/** Calls under way at the moment of the change. */
const CALLS = times(12, 50);
const ROUNDS = times(1, 5);
let product: TestProduct;
let beside: Product;
beforeAll(async () => {
  product = await startTarget({ ROLE: "api" });
  beside = await startBeside(product, { ROLE: "api" });
  await configure(product, { one_person: true });
});
afterAll(async () => {
  await beside.stop();
  await product.stop();
});

interface Loss {
  readonly type: UserType;
  /** What he may read before. */
  readonly reads: string;
  /** What he is told after. */
  readonly then: 401 | 403;
  /** The role that he has before; left out: none. */
  role?(): Promise<Role>;
  /** Takes the right away. */
  take(who: Person, role: Role): Promise<unknown>;
}
interface Role {
  readonly id: string;
  readonly version: number;
}
const without = (type: UserType, ...left: string[]): string[] => permissionsOf(type).filter((one) => !left.includes(one));
const makeRole = (type: UserType, ...left: string[]): Promise<Role> =>
  product.good("POST", "/api/roles", product.admin, { name: `role ${next()}`, user_type: type, permissions: without(type, ...left) });
const byAdmin =
  (action: string): Loss["take"] =>
  async (who) => {
    const { version } = await product.good<{ version: number }>("GET", `/api/users/${who.id}`);
    return product.good("POST", `/api/users/${who.id}/${action}`, product.admin, { version });
  };
const LOSSES: Record<string, Loss> = {
  "a person who is disabled": { type: "operator", reads: "/api/payments", then: 401, take: byAdmin("disable") },
  "a person who is deleted": { type: "auditor", reads: "/api/audit", then: 401, take: byAdmin("delete") },
  "a person whose password is reset": { type: "finance", reads: "/api/journals", then: 401, take: byAdmin("password-reset") },
  "a person who signs out": { type: "finance", reads: "/api/payments", then: 401, take: (who) => product.good("POST", "/api/signout", who.token, {}) },
  "a person who gets another authenticator": {
    type: "operator",
    reads: "/api/wallets",
    then: 401,
    take: (who) => product.good("PUT", "/api/user/authenticator/reset", who.token),
  },
  "a person who is given another type": {
    type: "finance",
    reads: "/api/config",
    then: 403,
    take: async (who) => {
      const { version } = await product.good<{ version: number }>("GET", `/api/users/${who.id}`);
      return product.good("PATCH", `/api/users/${who.id}`, product.admin, { version, user_type: "operator" });
    },
  },
  "a person who is given a role without it": {
    type: "finance",
    reads: "/api/journals",
    then: 403,
    take: async (who) => {
      const { version } = await product.good<{ version: number }>("GET", `/api/users/${who.id}`);
      const { id } = await makeRole("finance", "journals.see");
      return product.good("PATCH", `/api/users/${who.id}`, product.admin, { version, role_id: id });
    },
  },
  "a person whose role loses it": {
    type: "auditor",
    reads: "/api/audit",
    then: 403,
    role: () => makeRole("auditor", "proof.run"),
    take: (_who, role) =>
      product.good("PATCH", `/api/roles/${role.id}`, product.admin, { version: role.version, permissions: without("auditor", "proof.run", "audit.see") }),
  },
};

describe("nothing is let in a second later", () => {
  it.each(Object.entries(LOSSES))("%s", async (_what, loss) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const who = await person(product, loss.type);
      const role = (await loss.role?.()) ?? { id: "", version: 0 };
      if (role.id !== "") await product.good("PATCH", `/api/users/${who.id}`, product.admin, { version: 1, role_id: role.id });
      const read = async (at: Pick<Product, "http">): Promise<number> => (await send(at, { method: "GET", url: loss.reads, token: who.token })).status;
      expect([await read(product.product), await read(beside)]).toEqual([200, 200]);
      const statuses = await together<number>(
        [
          ...Array.from({ length: CALLS }, (_unused, index) => () => read(index % 2 === 0 ? product.product : beside)),
          () => loss.take(who, role).then(() => loss.then),
        ],
        round + 1,
      );
      tried("A3", CALLS);
      for (const status of statuses) expect([200, loss.then]).toContain(status);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      expect([await read(product.product), await read(beside)]).toEqual([loss.then, loss.then]);
    }
  });

  it("the people of a merchant that is deleted", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const merchant = await product.merchant();
      const who = await person(product, "merchant_admin", { merchantId: merchant.id });
      const calls = Array.from({ length: CALLS }, (_unused, index) => async () => {
        const [url, token] = index % 4 < 2 ? ["/api/payments", who.token] : ["/v1/balance", merchant.secret];
        return (await send(index % 2 === 0 ? product.product : beside, { method: "GET", url, token })).status;
      });
      const taken = (): Promise<number> => product.good("POST", `/api/merchants/${merchant.id}/delete`, product.admin, { version: 1 }).then(() => 200);
      tried("A3", CALLS);
      for (const status of await together([...calls, taken], round + 1)) expect([200, 401]).toContain(status);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      for (const call of calls) expect(await call()).toBe(401);
    }
  });
});
