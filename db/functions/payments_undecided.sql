-- A row is an order that nothing has decided yet: a pending one, found by its row of open_payments, or one that waits for a person.
create or replace view payments_undecided with (security_invoker = true) as
  select p.id, p.merchant_id, p.operator, p.wallet_id, p.amount, p.status from open_payments o
    cross join lateral (select q.id, q.merchant_id, q.operator, q.wallet_id, q.amount, q.status from payments q where q.id = o.payment_id offset 0) p
    where o.expired_at is null and p.status = 'pending'
  union all select id, merchant_id, operator, wallet_id, amount, status from payments where aside = 'review';

grant select on payments_undecided to :"app_role";
