-- Takes notifications that are due, until p_lease: at most p_budgets[target] (else p_budget) of each target behind p_after, p_limit in all;
-- a hanging target never stands before others. One behind an older waiting one of its object is not taken; it is put off until that one's
-- next try, and recording the older one pulls it forward. One that was queued two seconds ago or more, so any that is tried again, goes where
-- outbox_address says now: where that is elsewhere it is moved there, and taken by the next call, under that target's own budget.
-- Locks: the rows that are due, skipping those that others hold. Answers the rows that it touched; taken is what has this lease.
create or replace function outbox_claim(p_now timestamptz, p_lease timestamptz, p_after text, p_budgets jsonb, p_budget int, p_limit int) returns setof outbox
  language plpgsql
  set jit = off set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set search_path = public, pg_temp
  set enable_bitmapscan = off as $$
begin
  return query
    with recursive targets (name) as (
        (select o.target from outbox o where o.status = 'waiting' and o.target > p_after order by o.target limit 1)
      union all
        select (select o.target from outbox o where o.status = 'waiting' and o.target > t.name order by o.target limit 1) from targets t where t.name is not null
    ), due as materialized (
      select d.*
      from targets t cross join lateral (
        select o.id, o.object_type, o.object_id, o.merchant_id, o.url, o.by_hand from outbox o where o.status = 'waiting' and o.target = t.name and o.next_at <= p_now
        order by o.next_at limit coalesce((p_budgets ->> t.name)::int, p_budget) for update skip locked
      ) d
      limit p_limit
    ), judged as materialized (
      select d.id, case when time_of_id(d.id) < p_now - interval '2 seconds' then nullif(outbox_address(d.object_type, d.object_id, d.merchant_id, d.url), d.url) end as moved_to,
        case when not d.by_hand then (select p.next_at from outbox p where p.object_id = d.object_id and p.id < d.id and p.status = 'waiting' and not p.by_hand order by p.id desc limit 1) end as behind
      from due d
    )
    update outbox o set
        next_at = case when j.behind is not null then greatest(j.behind, p_now + interval '1 second') when j.moved_to is not null then p_now else p_lease end,
        lease_until = case when j.behind is null and j.moved_to is null then p_lease end,
        url = case when j.behind is null then coalesce(j.moved_to, o.url) else o.url end
      from judged j where o.id = j.id
      returning o.*;
end $$;

revoke all on function outbox_claim from public;
grant execute on function outbox_claim to :"app_role";
