-- Gives claimed rows back without an attempt, those whose lease is still the given one. Locks: their rows. Answers nothing.
create or replace function outbox_release(p_ids bigint[], p_lease timestamptz[], p_next timestamptz) returns void
  language sql
  set search_path = public, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
  set enable_bitmapscan = off as $$
  update outbox o set next_at = p_next, lease_until = null from unnest(p_ids, p_lease) as x (id, lease) where o.id = x.id and o.lease_until = x.lease;
$$;

revoke all on function outbox_release from public;
grant execute on function outbox_release to :"app_role";
