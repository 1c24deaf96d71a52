/** Own message rules as rows of the contract. */
import type { Operator } from "../../../../contract/operators.ts";
import type { RuleClass } from "../../../../contract/sms-rules.ts";
import type { SmsRuleRow, SmsRuleShadow } from "../../../../contract/sms-rules.schema.ts";
import type { App, UserActor } from "../../../platform/context.ts";
import type { Queryable } from "../../../platform/db/pool.ts";
import { phoneFor } from "../../../platform/lists/mask.ts";
import { Refused } from "../../../platform/refusal.ts";
import { idIso } from "../../../platform/db/ids.ts";
import { lifeOf, ruleActions, type Taught } from "../taught.ts";

export interface RuleRaw extends Taught {
  readonly class: RuleClass;
  readonly template: string;
  readonly note: string;
  readonly edition: number;
  readonly replaces: bigint | null;
  readonly line: bigint;
  readonly promoted_account: string | null;
  readonly promoted_at: Date | null;
  /** The edition that was at work before this one, where this one is on. */
  readonly before_id: bigint | null;
  readonly before_edition: number | null;
  readonly before_version: number | null;
  /** The other edition of its line that is at work. */
  readonly work_id: bigint | null;
  readonly work_edition: number | null;
  readonly work_version: number | null;
  /** The last time in the shadow. */
  readonly shadow_id: bigint | null;
  readonly ended_at: Date | null;
  readonly seen_id: bigint | null;
  readonly looked: bigint | null;
  readonly unread: bigint | null;
  readonly noise: bigint | null;
  readonly open: bigint | null;
  readonly differs: bigint | null;
  readonly agrees: bigint | null;
}

const SELECT = `select r.id, r.operator, r.class, r.template, r.note, r.status, r.edition, r.replaces, r.line, c.account as created_account, r.created_at,
    s.account as switched_account, r.switched_at, p.account as promoted_account, r.promoted_at, r.version,
    b.id as before_id, b.edition as before_edition, b.version as before_version, k.id as work_id, k.edition as work_edition, k.version as work_version,
    h.id as shadow_id, h.ended_at, h.seen_id, h.looked, h.unread, h.noise, h.open, h.differs, h.agrees
  from sms_rules r join users c on c.id = r.created_by left join users s on s.id = r.switched_by left join users p on p.id = r.promoted_by
  left join lateral (select o.id, o.edition, o.version from sms_rules o
    where r.status = 'on' and o.line = r.line and o.id <> r.id and o.promoted_at < r.promoted_at order by o.promoted_at desc, o.id desc limit 1) b on true
  left join sms_rules k on k.line = r.line and k.status = 'on' and k.id <> r.id
  left join lateral (select * from sms_rule_shadows w where w.rule_id = r.id order by w.id desc limit 1) h on true`;
/** Rules that a list shows. */
const LISTED_MAX = 500;

/** What it noted in the shadow, the last time. */
export function shadowOf(raw: RuleRaw): SmsRuleShadow | null {
  if (raw.shadow_id === null || raw.seen_id === null) return null;
  const count = (figure: bigint | null): number => Number(figure ?? 0n);
  return {
    since: idIso(raw.shadow_id),
    ended_at: raw.ended_at?.toISOString() ?? null,
    until: idIso(raw.seen_id),
    looked: count(raw.looked),
    unread: count(raw.unread),
    noise: count(raw.noise),
    open: count(raw.open),
    differs: count(raw.differs),
    agrees: count(raw.agrees),
  };
}

/** A row as the contract has it, with what this viewer may do. */
export function ruleRow(app: Pick<App, "publicIds">, raw: RuleRaw, viewer: UserActor): SmsRuleRow {
  return {
    id: app.publicIds.encode("rule", raw.id),
    ...lifeOf(raw),
    status: raw.status,
    actions: ruleActions(raw, viewer),
    class: raw.class,
    template: raw.template,
    note: phoneFor(viewer, raw.note) ?? "",
    edition: raw.edition,
    replaces: app.publicIds.encodeOrNull("rule", raw.replaces),
    promoted_by: raw.promoted_account,
    promoted_at: raw.promoted_at?.toISOString() ?? null,
    shadow: shadowOf(raw),
    before:
      raw.before_id === null || raw.before_edition === null || raw.before_version === null
        ? null
        : { id: app.publicIds.encode("rule", raw.before_id), edition: raw.before_edition, version: raw.before_version },
    at_work:
      raw.work_id === null || raw.work_edition === null || raw.work_version === null
        ? null
        : { id: app.publicIds.encode("rule", raw.work_id), edition: raw.work_edition, version: raw.work_version },
  };
}

/** The rules of an operator, or of all; newest first. */
export function listRaws(q: Queryable, operator: Operator | null): Promise<RuleRaw[]> {
  return q.rows<RuleRaw>(`${SELECT} where $1::text is null or r.operator = $1 order by r.id desc limit ${LISTED_MAX}`, [operator]);
}

/** One rule, or `not_found`. */
export async function ruleById(q: Queryable, id: bigint | null): Promise<RuleRaw | Refused> {
  return (id === null ? null : await q.one<RuleRaw>(`${SELECT} where r.id = $1`, [id])) ?? new Refused("not_found");
}
