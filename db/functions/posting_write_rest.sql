-- Writes what a batch seldom has, as documents; absent lists are empty: disputes, new_discrepancies, discrepancy_updates, differences, release, usage, stats,
-- events, alerts. Called by posting_write.
-- Locks: orders in dispute, discrepancies, differences (difference_noted), rows of wallet_usage, open alerts of the same object. Answers nothing.
create or replace function posting_write_rest(rest jsonb) returns void
  language plpgsql
  set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off
  set enable_mergejoin = off set enable_bitmapscan = off set search_path = public, pg_temp as $$
begin
  if rest ? 'disputes' then
    update payments t set disputed_at = coalesce(t.disputed_at, now()), version = t.version + 1 from jsonb_to_recordset(rest -> 'disputes') as x (id bigint)
    where t.id = x.id and t.id = any (array(select (d ->> 'id')::bigint from jsonb_array_elements(rest -> 'disputes') d));
  end if;
  if rest ? 'new_discrepancies' then
    insert into wallet_discrepancies (id, wallet_id, from_balance, to_balance, before_sms_id, after_sms_id, since, skipped)
      select id, wallet_id, from_balance, to_balance, before_sms_id, after_sms_id, now(), skipped
      from jsonb_to_recordset(rest -> 'new_discrepancies') as x (id bigint, wallet_id bigint, from_balance bigint, to_balance bigint, before_sms_id bigint, after_sms_id bigint, skipped boolean);
  end if;
  if rest ? 'discrepancy_updates' then
    update wallet_discrepancies g set from_balance = coalesce(x.from_balance, g.from_balance), to_balance = coalesce(x.to_balance, g.to_balance), closed_at = case when x.closed then now() end,
        closed_by = case when x.closed then 'late message' end
      from jsonb_to_recordset(rest -> 'discrepancy_updates') as x (id bigint, from_balance bigint, to_balance bigint, closed boolean) where g.id = x.id;
  end if;
  if rest ? 'differences' then
    perform difference_noted(wallet_id, kind, amount, 'sms', sms_id) from jsonb_to_recordset(rest -> 'differences') as x (wallet_id bigint, kind text, amount bigint, sms_id bigint);
  end if;
  if rest ? 'release' then perform usage_release(rest -> 'release'); end if;
  if rest ? 'usage' then perform usage_add(rest -> 'usage'); end if;
  if rest ? 'stats' then
    insert into stats_batches (hours, merchants, operators, completed_counts, completed_amounts, fees)
      select array_agg(hour), array_agg(merchant_id), array_agg(operator), array_agg(count), array_agg(amount), array_agg(x.fees)
      from jsonb_to_recordset(rest -> 'stats') as x (hour timestamptz, merchant_id bigint, operator text, count int, amount bigint, fees bigint);
  end if;
  if rest ? 'events' then
    insert into order_events (id, object_type, object_id, kind, actor_type, actor_id, account, data)
      select id, object_type, object_id, kind, actor_type, actor_id, account, data
      from jsonb_to_recordset(rest -> 'events') as x (id bigint, object_type text, object_id bigint, kind text, actor_type text, actor_id bigint, account text, data jsonb);
  end if;
  if rest ? 'alerts' then
    perform alerts_raise(rest -> 'alerts');
  end if;
end $$;

revoke all on function posting_write_rest from public;
grant execute on function posting_write_rest to :"app_role";
