-- Two open orders that could not be told apart do not stand on one wallet: the same amount, and one of them without a payer's number or
-- both with the same. `floatdesk.late`, set for one transaction, says that an order without a payer's number which expired after it is in
-- the way, too: another wallet is better then (rule 4). `slotsClash` of
-- src/domain/payments/routing.ts is the rule; test/books/one-rule.test.ts compares the two. Plans: as open_orders_on.
-- Locks nothing; the routing lock of the operator keeps others out. 23505 with the constraint open_payments_slot: there is one.
create or replace function open_payments_guard() returns trigger
  language plpgsql
  set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_indexscan = off
  set enable_indexonlyscan = off set enable_bitmapscan = on set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  v_late timestamptz := nullif(current_setting('floatdesk.late', true), '')::timestamptz;
begin
  if exists (
    select 1 from new_rows n cross join lateral (
      select 1 from open_payments o where o.wallet_id = n.wallet_id and o.amount = n.amount and o.payment_id <> n.payment_id
        and case when o.expired_at is null then n.payer = '' or o.payer = '' or n.payer = o.payer else o.payer = '' and o.expired_at > v_late end limit 1) clash
    where n.expired_at is null
  ) then
    raise exception 'another open order has this amount on this wallet' using errcode = '23505', constraint = 'open_payments_slot';
  end if;
  return null;
end $$;

create or replace trigger open_payments_guard after insert on open_payments referencing new table as new_rows for each statement execute function open_payments_guard();

revoke all on function open_payments_guard from public;
grant execute on function open_payments_guard to :"app_role";
