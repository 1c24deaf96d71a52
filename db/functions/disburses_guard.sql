-- The life of a payout. A final order never changes what completed it; only its own message corrects a TrxID
-- that had merely been said.
-- FD003: an edge that is none. FD004: a fixed column would change.
create or replace function disburses_guard() returns trigger
  language plpgsql as $$
begin
  if new.status <> old.status and (old.status, new.status) not in (
    -- Pairs of src/contract/life-cycles.ts; `npm run schema` writes them.
    ('pending', 'review'), ('pending', 'approved'), ('pending', 'processing'), ('pending', 'completed'), ('pending', 'cancelled'),
    ('pending', 'rejected'), ('review', 'approved'), ('review', 'rejected'), ('review', 'cancelled'), ('approved', 'processing'),
    ('approved', 'rejected'), ('approved', 'cancelled'), ('processing', 'completed'), ('processing', 'attempt_failed'),
    ('processing', 'unknown'), ('unknown', 'completed'), ('unknown', 'attempt_failed'), ('attempt_failed', 'pending'),
    ('attempt_failed', 'failed'), ('attempt_failed', 'completed')
    -- End of the pairs.
  ) then
    raise exception 'disburse cannot go from % to %', old.status, new.status using errcode = 'FD003';
  end if;
  if new.amount <> old.amount or new.merchant_id <> old.merchant_id or new.customer <> old.customer
     or new.merchant_order_id <> old.merchant_order_id or new.operator <> old.operator or new.fee <> old.fee
     or (old.status = 'completed' and ((new.wallet_id, new.paid_at) is distinct from (old.wallet_id, old.paid_at) or new.trx_key is distinct from old.trx_key and not is_unreported('disburse', old.id))) then
    raise exception 'this column of a disburse never changes' using errcode = 'FD004';
  end if;
  return new;
end $$;

create or replace trigger disburses_guard before update on disburses for each row execute function disburses_guard();

revoke all on function disburses_guard from public;
grant execute on function disburses_guard to :"app_role";
