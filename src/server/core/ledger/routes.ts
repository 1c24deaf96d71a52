/** The proof of the books as calls. */
import * as z from "zod";
import { proofOut } from "../../../contract/home.schema.ts";
import { empty } from "../../../contract/schema.ts";
import { route, type AnyRoute } from "../../platform/http/route.ts";
import { lastProof, proveBooks } from "./integrity.ts";

const access = { kind: "session", permission: "proof.run" } as const;
const mutable = <T extends { findings: readonly unknown[] }>(proof: T) => ({
  ...proof,
  findings: [...proof.findings] as { check: string; id: string; detail: string }[],
});

export const ledgerRoutes: AnyRoute[] = [
  route({
    method: "GET",
    url: "/api/proof",
    access,
    summary: "Last ledger check",
    data: z.union([proofOut, z.null()]),
    audit: null,
    handler: async (ctx) => {
      const proof = await lastProof(ctx.app);
      return proof ? mutable(proof) : null;
    },
  }),
  route({
    method: "POST",
    url: "/api/proof",
    access,
    summary: "Prove the books now",
    body: empty,
    data: proofOut,
    audit: null,
    unaudited: "looks",
    keyless: true,
    handler: async (ctx) => mutable(await proveBooks(ctx.app)),
  }),
];
