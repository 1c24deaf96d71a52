-- Expires at most p_limit orders that are due; what they reserved is given back by the caller, their slot is kept for late money. An order
-- whose operator is still to be asked waits up to ten minutes for the answer. From the slots to their orders, one by one: where much is due
-- at once, the planner would rather read all orders for each batch of them.
-- Locks: the orders, those due longest first, skipping those that others hold; then their rows of open_payments.
-- Answers the orders, so that notifications are queued in the same transaction.
create or replace function payments_expire(p_limit int) returns setof payments
  language plpgsql
  set jit = off set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set search_path = public, pg_temp as $$
declare
  v_ids bigint[];
begin
  select array_agg(id) into v_ids from (
    select p.id from open_payments o join payments p on p.id = o.payment_id
    where o.expired_at is null and o.expires_at <= now() and p.status = 'pending'
      and (o.expires_at <= now() - interval '10 minutes' or not exists (
        select 1 from operator_sessions s where s.payment_id = p.id and s.state in ('open', 'executing') and (s.asked_at is null or s.asked_at < p.expires_at)))
    order by o.expires_at limit p_limit for no key update of p skip locked) due;
  if v_ids is null then return; end if;
  update open_payments set expired_at = now() where payment_id = any (v_ids);
  return query update payments set status = 'expired', version = version + 1 where id = any (v_ids) returning *;
end $$;

revoke all on function payments_expire from public;
grant execute on function payments_expire to :"app_role";
