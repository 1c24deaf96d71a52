-- Raises alerts, or renews the open ones of the same kind and object: whatever writes an alert, in TypeScript or here, does it by this.
-- Rows: [{id, kind, object_type, object_id, merchant_id, wallet_id, amount, since, data}]; of several about the same the last one counts. A `count`
-- in data adds up. `p_renew` false leaves open ones as they are. Locks: the rows of the alerts. Answers how many were written.
create or replace function alerts_raise(p_rows jsonb, p_renew boolean default true) returns int
  language plpgsql
  set search_path = public, pg_temp as $$
declare
  v_count int;
begin
  insert into alerts (id, kind, object_type, object_id, merchant_id, wallet_id, amount, since, data)
    select distinct on (x.kind, x.object_type, coalesce(x.object_id, 0)) x.id, x.kind, x.object_type, x.object_id, x.merchant_id, x.wallet_id, x.amount,
        coalesce(x.since, now()), coalesce(x.data, '{}')
    from jsonb_to_recordset(p_rows)
      as x (id bigint, kind text, object_type text, object_id bigint, merchant_id bigint, wallet_id bigint, amount bigint, since timestamptz, data jsonb)
    order by x.kind, x.object_type, coalesce(x.object_id, 0), x.id desc
  on conflict (kind, object_type, coalesce(object_id, 0)) where status in ('open', 'claimed', 'muted')
  do update set amount = excluded.amount, version = alerts.version + 1, data = excluded.data || case when excluded.data ? 'count'
      then jsonb_build_object('count', coalesce((alerts.data ->> 'count')::int, 0) + (excluded.data ->> 'count')::int, 'last_at', now()) else '{}' end
    where p_renew;
  get diagnostics v_count = row_count;
  return v_count;
end $$;

revoke all on function alerts_raise from public;
grant execute on function alerts_raise to :"app_role";
