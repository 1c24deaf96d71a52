-- What the operator reported, per wallet and day: receipts, payouts and the last balance. Messages, and for an official wallet the operator's
-- answers; kept days are read, others added up; of an archived day the answers are kept beside (archived_answers). The caller has added up the books of these days. Locks nothing. Answers one row per wallet and day.
create or replace function wallet_reports_of(p_wallets bigint[], p_from date, p_to date, p_credit text[], p_debit text[]) returns setof wallet_reports
  language plpgsql stable
  set jit = off set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan as $$
begin
  return query
    select w, d::date, (coalesce(r.payment, 0) + coalesce(q.payment, 0))::bigint, (r.payment_count + coalesce(q.payment_count, 0))::int,
      (coalesce(r.disburse, 0) + coalesce(q.disburse, 0))::bigint, (r.disburse_count + coalesce(q.disburse_count, 0))::int, r.real_balance, r.real_at
    from unnest(p_wallets) w cross join generate_series(p_from::timestamp, p_to::timestamp, interval '1 day') d
    cross join lateral (
      select sum(m.amount) filter (where m.flow = 'credit') as payment, count(*) filter (where m.flow = 'credit') as payment_count,
        sum(m.amount) filter (where m.flow = 'debit') as disburse, count(*) filter (where m.flow = 'debit') as disburse_count,
        (array_agg(m.balance order by m.at desc, m.id desc) filter (where m.balance is not null and m.continuity <> 'break'))[1] as real_balance,
        max(m.at) filter (where m.balance is not null and m.continuity <> 'break') as real_at
      from wallet_messages(w, day_start(d::date), day_start(d::date + 1), p_credit, p_debit) m
    ) r
    left join lateral (
      select sum(o.amount) filter (where o.type = 'payment') as payment, count(*) filter (where o.type = 'payment') as payment_count,
        sum(o.amount) filter (where o.type = 'disburse') as disburse, count(*) filter (where o.type = 'disburse') as disburse_count
      from wallets x cross join lateral wallet_orders(x.id, d::date) o where x.id = w and x.api_type = 'official' and o.answered
      having day_start(d::date) >= archived_before()
      union all select a.payment, a.payment_count, a.disburse, a.disburse_count from archived_answers a where a.wallet_id = w and a.day = d::date
    ) q on true
    where not exists (select 1 from wallet_reports k where k.wallet_id = w and k.day = d::date)
  union all
    select k.* from wallet_reports k where k.wallet_id = any (p_wallets) and k.day between p_from and p_to;
end $$;

revoke all on function wallet_reports_of from public;
grant execute on function wallet_reports_of to :"app_role";
