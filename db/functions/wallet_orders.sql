-- needs: day_start, wallet_of
-- Orders that the books completed on a wallet and day: on the wallet itself, in transit, out of suspense (payments), or out of what was
-- unexplained (payouts). `answered`: no message brought it, the operator's own interface said it was done. Locks nothing.
create or replace function wallet_orders(p_wallet bigint, p_day date)
  returns table (type text, id bigint, entry_id bigint, amount bigint, trx_id text, trx_key text, sms_id bigint, answered boolean)
  language sql stable as $$
  with booked as (
    select e.ref_type, e.ref_id, w.operator, min(e.id) as entry_id, abs(sum(case when a.kind = 'suspense' then -e.amount else e.amount end))::bigint as amount
    from wallets w
    join accounts a on a.kind in ('wallet', 'unreported') and a.owner_id = w.id or a.kind in ('suspense', 'unexplained') and a.operator = w.operator
    join account_days d on d.account_id = a.id and d.day = p_day
    join entries e on e.account_id = a.id and e.seq between d.first_seq and d.last_seq
    where w.id = p_wallet and e.kind in ('payment', 'disburse') and e.ref_type in ('payment', 'disburse') and e.id >= day_start(p_day) and e.id < day_start(p_day + 1)
      and (a.kind in ('wallet', 'unreported') or wallet_of(e.ref_type, e.ref_id) = p_wallet)
    group by e.ref_type, e.ref_id, w.operator
  )
  select b.ref_type, b.ref_id, b.entry_id, b.amount, o.trx_id, o.trx_key, coalesce(u.sms_id, o.message_id),
    coalesce(u.sms_id, o.message_id) is null and case b.ref_type
      when 'payment' then exists (select 1 from order_events v where v.object_id = b.ref_id and v.kind = 'official_confirmed')
      else exists (select 1 from disburse_attempts t cross join lateral jsonb_array_elements(t.evidence) said
        where t.disburse_id = b.ref_id and t.status = 'completed' and said ->> 'code' = 'completed' and said ->> 'source' in ('submit', 'query', 'callback')) end
  from booked b
  left join lateral (
    select p.trx_id, p.trx_key, p.message_id from payments p where b.ref_type = 'payment' and p.id = b.ref_id
    union all select d.trx_id, d.trx_key, null from disburses d where b.ref_type = 'disburse' and d.id = b.ref_id) o on true
  left join trx_used u on u.operator = b.operator and u.trx_key = o.trx_key and u.direction = case b.ref_type when 'payment' then 'credit' else 'debit' end
    and u.object_type = b.ref_type and u.object_id = b.ref_id;
$$;

revoke all on function wallet_orders from public;
grant execute on function wallet_orders to :"app_role";
