-- Writes what a batch seldom has, as documents; absent lists are empty: disputes, new_gaps, gap_updates, differences, release, usage, stats,
-- events, alerts. Called by settle_write.
-- Locks: orders in dispute, gaps, differences (difference_noted), rows of wallet_usage, open alerts of the same object. Answers nothing.
create or replace function settle_write_rest(p jsonb) returns void
  language plpgsql
  set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off
  set enable_mergejoin = off set enable_bitmapscan = off set search_path = public, pg_temp as $$
begin
  if p ? 'disputes' then
    update payments t set disputed_at = coalesce(t.disputed_at, now()), version = t.version + 1 from jsonb_to_recordset(p -> 'disputes') as x (id bigint)
    where t.id = x.id and t.id = any (array(select (d ->> 'id')::bigint from jsonb_array_elements(p -> 'disputes') d));
  end if;
  if p ? 'new_gaps' then
    insert into wallet_gaps (id, wallet_id, from_balance, to_balance, before_sms_id, after_sms_id, since, skipped)
      select id, w, "from", "to", b, a, now(), sk from jsonb_to_recordset(p -> 'new_gaps') as x (id bigint, w bigint, "from" bigint, "to" bigint, b bigint, a bigint, sk boolean);
  end if;
  if p ? 'gap_updates' then
    update wallet_gaps g set from_balance = coalesce(x."from", g.from_balance), to_balance = coalesce(x."to", g.to_balance), closed_at = case when x.closed then now() end,
        closed_by = case when x.closed then 'late message' end
      from jsonb_to_recordset(p -> 'gap_updates') as x (id bigint, "from" bigint, "to" bigint, closed boolean) where g.id = x.id;
  end if;
  if p ? 'differences' then
    perform difference_noted(w, kind, a, 'sms', s) from jsonb_to_recordset(p -> 'differences') as x (w bigint, kind text, a bigint, s bigint);
  end if;
  if p ? 'release' then perform usage_release(p -> 'release'); end if;
  if p ? 'usage' then perform usage_add(p -> 'usage'); end if;
  if p ? 'stats' then
    insert into stats_batches (hours, merchants, operators, completed_counts, completed_amounts, fees)
      select array_agg(h), array_agg(m), array_agg(o), array_agg(n), array_agg(a), array_agg(f)
      from jsonb_to_recordset(p -> 'stats') as x (h timestamptz, m bigint, o text, n int, a bigint, f bigint);
  end if;
  if p ? 'events' then
    insert into order_events (id, object_type, object_id, kind, actor_type, actor_id, account, data)
      select id, type, oid, kind, at, aid, account, data from jsonb_to_recordset(p -> 'events') as x (id bigint, type text, oid bigint, kind text, at text, aid bigint, account text, data jsonb);
  end if;
  if p ? 'alerts' then
    insert into alerts (id, kind, object_type, object_id, merchant_id, amount, data)
      select id, kind, type, oid, m, a, data from jsonb_to_recordset(p -> 'alerts') as x (id bigint, kind text, type text, oid bigint, m bigint, a bigint, data jsonb)
      on conflict (kind, object_type, coalesce(object_id, 0)) where status in ('open', 'claimed', 'muted')
      do update set amount = excluded.amount, data = excluded.data, version = alerts.version + 1;
  end if;
end $$;

revoke all on function settle_write_rest from public;
grant execute on function settle_write_rest to :"app_role";
