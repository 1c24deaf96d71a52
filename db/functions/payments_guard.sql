-- The life of a payment. A final order never changes what
-- completed it; only its own message corrects a TrxID that had merely been said.
-- The condition of the trigger lets the usual way, from pending to completed with all that never changes unchanged, pass without a call.
-- FD003: an edge that is none. FD004: a fixed column would change.
create or replace function payments_guard() returns trigger
  language plpgsql as $$
begin
  if new.status <> old.status and (old.status, new.status) not in (
    -- Pairs of src/contract/life-cycles.ts; `npm run schema` writes them.
    ('pending', 'completed'), ('pending', 'review'), ('pending', 'expired'), ('pending', 'cancelled'), ('review', 'completed'),
    ('review', 'rejected'), ('review', 'expired'), ('expired', 'completed'), ('expired', 'review'), ('cancelled', 'completed')
    -- End of the pairs.
  ) then
    raise exception 'payment cannot go from % to %', old.status, new.status using errcode = 'FD003';
  end if;
  if new.amount <> old.amount or new.merchant_id <> old.merchant_id or new.wallet_id <> old.wallet_id
     or new.merchant_order_id <> old.merchant_order_id or new.operator <> old.operator
     or (old.status = 'completed' and ((new.received_amount, new.fee) is distinct from (old.received_amount, old.fee) or new.trx_key is distinct from old.trx_key and not is_unreported('payment', old.id))) then
    raise exception 'this column of a payment never changes' using errcode = 'FD004';
  end if;
  return new;
end $$;

create or replace trigger payments_guard before update on payments for each row when (
  (old.status is distinct from new.status or old.amount <> new.amount or old.merchant_id <> new.merchant_id or old.wallet_id <> new.wallet_id
    or old.merchant_order_id <> new.merchant_order_id or old.operator <> new.operator or old.fee is distinct from new.fee
    or old.received_amount is distinct from new.received_amount or old.trx_key is distinct from new.trx_key)
  and not (old.status = 'pending' and new.status = 'completed' and old.amount = new.amount and old.merchant_id = new.merchant_id
    and old.wallet_id = new.wallet_id and old.merchant_order_id = new.merchant_order_id and old.operator = new.operator))
  execute function payments_guard();

revoke all on function payments_guard from public;
grant execute on function payments_guard to :"app_role";
