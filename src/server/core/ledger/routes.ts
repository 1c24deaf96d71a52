/** The ledger integrity check as calls. */
import * as z from "zod";
import { integrityOut } from "../../../contract/home.schema.ts";
import { empty } from "../../../contract/schema.ts";
import { route, type AnyRoute } from "../../platform/http/route.ts";
import { lastIntegrityCheck, checkIntegrity, type IntegrityResult } from "./integrity.ts";

const access = { kind: "session", permission: "proof.run" } as const;
const mutable = (result: IntegrityResult) => ({ ...result, findings: result.findings.map((one) => ({ ...one, facts: { ...one.facts } })) });

export const ledgerRoutes: AnyRoute[] = [
  route({
    method: "GET",
    url: "/api/proof",
    access,
    summary: "Last ledger check",
    data: z.union([integrityOut, z.null()]),
    audit: null,
    handler: async (ctx) => {
      const result = await lastIntegrityCheck(ctx.app);
      return result ? mutable(result) : null;
    },
  }),
  route({
    method: "POST",
    url: "/api/proof",
    access,
    summary: "Prove the books now",
    body: empty,
    data: integrityOut,
    audit: null,
    unaudited: "looks",
    keyless: true,
    handler: async (ctx) => mutable(await checkIntegrity(ctx.app)),
  }),
];
