/** The switches of order acceptance: staff may close, only an admin opens (rule 45). */
import type * as z from "zod";
import { operatorConfig } from "../../../contract/config.ts";
import type { AcceptanceOut, acceptancePatch } from "../../../contract/config.schema.ts";
import type { Operator } from "../../../contract/operators.ts";
import { can } from "../../../contract/permissions.ts";
import { Undone } from "../../platform/db/undone.ts";
import type { Answer } from "../../platform/answer.ts";
import type { UserCtx } from "../../platform/context.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import { changeConfig } from "./change.ts";

function answer(version: number, values: Readonly<Record<string, unknown>>): AcceptanceOut {
  const operators = values["operators"] as readonly Operator[]; // checked by the schema when it was loaded
  return {
    version,
    payments_open: values["payments_open"] === true,
    disburses_open: values["disburses_open"] === true,
    operators: operators.map((operator) => {
      const { payments_open, disburses_open } = operatorConfig(values, operator);
      return { operator, payments_open, disburses_open };
    }),
  };
}

/** The state of all switches. */
export async function getAcceptance(ctx: UserCtx): Promise<AcceptanceOut> {
  await ctx.app.config.reload();
  return answer(ctx.app.config.version, ctx.app.config.current);
}

/** Opens or closes order acceptance, for all or for one operator. Refuses `forbidden`, `conflict`, `validation_failed` */
export async function patchAcceptance(ctx: UserCtx, body: z.output<typeof acceptancePatch>): Promise<Answer<AcceptanceOut>> {
  const { version, operator, payments, disburses } = body;
  if ((payments === true || disburses === true) && !can(ctx.actor, "intake.open")) return new Refused("forbidden");
  if (payments === undefined && disburses === undefined) return refusedField("payments", "required");
  const prefix = operator === undefined ? "" : `${operator}_`;
  const given = {
    ...(payments === undefined ? {} : { [`${prefix}payments_open`]: payments }),
    ...(disburses === undefined ? {} : { [`${prefix}disburses_open`]: disburses }),
  };
  const done = await ctx.tx(async (tx) => {
    const result = await changeConfig(ctx, tx, version, given, { action: "intake.update" });
    if (result instanceof Undone) return result;
    return answer(result.version, result.values);
  });
  await ctx.app.config.reload();
  return done;
}
