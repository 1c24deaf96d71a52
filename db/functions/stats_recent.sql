-- A row is a delta of the hourly figures that is not added up yet: one by one (stats_delta), or of a batch (stats_batches).
create or replace view stats_recent with (security_invoker = true) as
  select hour, merchant_id, operator, created_count, created_amount, completed_count, completed_amount, fees, disbursed_count, disbursed_amount, disburse_fees from stats_delta
  union all
  select x.h, x.m, x.o, coalesce(x.n, 0), coalesce(x.a, 0), coalesce(x.cn, 0), coalesce(x.ca, 0), coalesce(x.f, 0), 0, 0, 0
    from stats_batches b
    cross join lateral unnest(b.hours, b.merchants, b.operators, b.created_counts, b.created_amounts, b.completed_counts, b.completed_amounts, b.fees) as x (h, m, o, n, a, cn, ca, f);

grant select on stats_recent to :"app_role";
