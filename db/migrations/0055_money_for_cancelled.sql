-- Money can come for an order that its merchant has cancelled. A person may settle that order with it; until now the
-- money could only be written off.
insert into payment_edges values ('cancelled', 'completed');

create or replace function payments_guard() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and (old.status, new.status) not in (
    ('pending', 'completed'), ('pending', 'review'), ('pending', 'expired'), ('pending', 'cancelled'),
    ('review', 'completed'), ('review', 'rejected'), ('expired', 'completed'), ('expired', 'review'), ('cancelled', 'completed')) then
    raise exception 'payment cannot go from % to %', old.status, new.status using errcode = 'FD003';
  end if;
  if new.amount <> old.amount or new.merchant_id <> old.merchant_id or new.wallet_id <> old.wallet_id
     or new.merchant_order_id <> old.merchant_order_id or new.operator <> old.operator
     or (old.status = 'completed' and (new.received_amount, new.fee, new.trx_key) is distinct from (old.received_amount, old.fee, old.trx_key)) then
    raise exception 'this column of a payment never changes' using errcode = 'FD004';
  end if;
  return new;
end $$;
