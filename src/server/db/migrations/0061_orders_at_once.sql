-- Most batches of orders need nothing read: the server remembers the wallets under a number, and what it does not know is
-- checked here, under the same locks and in the same transaction as the writing. So a batch is one call instead of two, and
-- the database does not wait in its middle. Whatever is not as assumed leaves no trace and is answered false: the batch is
-- then read, routed and written as before.

-- Whether an order of a batch would meet its amount on its wallet: open (two orders that could not be told apart), or expired a
-- short while ago without a payer's number, where another wallet is better (design decision 4).
create function open_orders_meet(p_wallets bigint[], p_amounts bigint[], p_payers text[], p_late timestamptz) returns boolean
  language plpgsql set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off set enable_bitmapscan = on set enable_hashjoin = off set enable_mergejoin = off set search_path = public, pg_temp as $$
begin
  return exists (select from unnest(p_wallets, p_amounts, p_payers) as x (w, a, p)
    cross join lateral (select o.payer, o.expired_at from open_payments o where o.amount = x.a and o.wallet_id = x.w offset 0) o
    where case when o.expired_at is null then o.payer = '' or x.p is null or x.p = '' or o.payer = x.p else o.expired_at > p_late and o.payer = '' end);
end $$;

create function intake_at_once(
    p_operators text[], p_epoch bigint, p_late timestamptz,
    p_id bigint[], p_merchant bigint[], p_operator text[], p_wallet bigint[], p_amount bigint[], p_rate int[], p_fixed bigint[], p_min bigint[], p_max bigint[],
    p_customer text[], p_expires timestamptz[], p_ip text[], p_hash text[], p_key text[], p_user text[], p_url text[], p_metadata text[], p_routing json,
    u_wallet bigint[], u_amount bigint[], u_count int[], u_day date[], u_month date[], u_first timestamptz[], u_last timestamptz[],
    s_hour timestamptz[], s_merchant bigint[], s_operator text[], s_count int[], s_amount bigint[], p_idempotency jsonb, p_rules jsonb) returns boolean
  language plpgsql set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off set search_path = public, pg_temp as $$
declare
  v_operator text;
begin
  for v_operator in select o from unnest(p_operators) o order by o loop
    perform pg_advisory_xact_lock(4104, hashtext(v_operator));
  end loop;
  if (select n from routing_epoch) <> p_epoch
     or exists (select from merchants m where m.id = any (p_merchant) and m.deleted_at is not null)
     or open_orders_meet(p_wallet, p_amount, p_customer, p_late) then
    return false;
  end if;
  begin
    perform intake_write(p_id, p_merchant, p_operator, p_wallet, p_amount, p_rate, p_fixed, p_min, p_max, p_customer, p_expires, p_ip, p_hash, p_key, p_user, p_url, p_metadata,
      p_routing, u_wallet, u_amount, u_count, u_day, u_month, u_first, u_last, s_hour, s_merchant, s_operator, s_count, s_amount, p_idempotency);
    if p_rules is not null then
      insert into order_fee_rules (order_id, tiers, rate_bps, fixed) select id, tiers, rate, fixed from jsonb_to_recordset(p_rules) as x (id bigint, rate int, fixed bigint, tiers jsonb);
    end if;
  exception when unique_violation or serialization_failure then
    -- An order number or key that exists, a slot that is taken, a limit that has moved.
    return false;
  end;
  return true;
end $$;

do $$
declare
  v_function regprocedure;
begin
  for v_function in select p.oid from pg_proc p where p.pronamespace = 'public'::regnamespace and p.proname in ('intake_at_once', 'open_orders_meet') loop
    execute format('revoke all on function %s from public', v_function);
    execute format('grant execute on function %s to %I', v_function, current_setting('floatdesk.app_role'));
  end loop;
end $$;
