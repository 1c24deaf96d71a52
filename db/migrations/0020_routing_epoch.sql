-- The rules of wallets may be remembered between batches: this number moves with every change of them, in the same transaction.

create table routing_epoch (
  id int primary key default 1 check (id = 1),
  n bigint not null default 1
) with (fillfactor = 20);
insert into routing_epoch default values;

create function routing_epoch_bump() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update routing_epoch set n = n + 1;
  return null;
end $$;
create trigger wallets_epoch after insert or update of operator, api_type, collect, payout, payments_open, disburses_open, min_amount, max_amount, daily_max, month_max,
  daily_count_max, month_count_max, cool_interval, enabled, deleted_at or delete on wallets for each statement execute function routing_epoch_bump();
create trigger device_links_epoch after insert or update or delete on device_links for each statement execute function routing_epoch_bump();
create trigger devices_epoch after update of revoked_at, app on devices for each statement execute function routing_epoch_bump();

create or replace function intake_open(p_operators text[], p_keys jsonb) returns jsonb
  language plpgsql set jit = off set search_path = public, pg_temp as $$
declare
  v_operator text;
begin
  for v_operator in select o from unnest(p_operators) o order by o loop
    perform pg_advisory_xact_lock(4104, hashtext(v_operator));
  end loop;
  return jsonb_build_object(
    'epoch', (select n from routing_epoch),
    'existing', (
      select coalesce(jsonb_agg(to_jsonb(p) || jsonb_build_object('request_hash', encode(p.request_hash, 'hex'))), '[]')
      from jsonb_to_recordset(p_keys) as x (m bigint, k text)
      join merchant_order_keys mk on mk.merchant_id = x.m and mk.direction = 'payment' and mk.key = x.k
      join payments p on p.id = mk.order_id),
    'idempotency', (
      select coalesce(jsonb_agg(jsonb_build_object('actor', i.actor, 'route', i.route, 'key', i.key, 'hash', encode(i.body_hash, 'hex'), 'status', i.status, 'response', i.response)), '[]')
      from jsonb_to_recordset(p_keys) as x (ia text, ir text, ik text)
      join idempotency_keys i on i.actor = x.ia and i.route = x.ir and i.key = x.ik
      where x.ik is not null));
end $$;

do $$
declare
  v_app text := current_setting('floatdesk.app_role');
begin
  execute format('grant select on routing_epoch to %I', v_app);
  execute format('grant execute on function routing_epoch_bump() to %I', v_app);
end $$;
