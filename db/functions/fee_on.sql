-- The fee on an amount, as `feeOn` of src/contract/money.ts computes it (test/back-office/fees.test.ts compares the two): rounded half up once, then bounded. Pure.
create or replace function fee_on(p_rate int, p_fixed bigint, p_min bigint, p_max bigint, p_tiers jsonb, p_amount bigint) returns bigint
  language sql immutable as $$
  select least(greatest(div(2 * p_amount::numeric * coalesce(t.rate, p_rate) + 10000, 20000)::bigint + coalesce(t.fixed, p_fixed), coalesce(p_min, 0)), coalesce(p_max, 9223372036854775807))
  from (select 1) one left join lateral (
    select (x ->> 'rate_bps')::int as rate, (x ->> 'fixed')::bigint as fixed from jsonb_array_elements(p_tiers) x
    where (x ->> 'from')::bigint <= p_amount order by (x ->> 'from')::bigint desc limit 1) t on true;
$$;

revoke all on function fee_on from public;
grant execute on function fee_on to :"app_role";
