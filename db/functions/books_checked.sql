-- Holds the books of wallets against the balances that their operators printed: books + open differences = printed balance. What is
-- off becomes a difference with a name: `opening` before the first check, `restart` after a person cleared the wallet, else `unknown`.
-- Called after each batch of messages that moved a continuity on, by whoever holds the wallets' continuity rows.
-- Locks: as difference_noted, wallet by wallet as they are given. Answers nothing.
create or replace function books_checked(p_wallets bigint[]) returns void
  language plpgsql
  set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off
  set enable_mergejoin = off set search_path = public, pg_temp as $$
declare
  v_row record;
begin
  for v_row in select c.wallet_id, c.continuity, c.last_sms_id, c.balance - a.balance - c.difference as off
      from unnest(p_wallets) w cross join lateral (select * from wallet_continuity q where q.wallet_id = w limit 1) c
      cross join lateral (select balance from accounts b where b.kind = 'wallet' and b.owner_id = w limit 1) a
      where c.balance is not null and (c.continuity <> 'kept' or a.balance + c.difference <> c.balance) loop
    perform difference_noted(v_row.wallet_id, case v_row.continuity when 'new' then 'opening' when 'cleared' then 'restart' else 'unknown' end, v_row.off,
      case when v_row.last_sms_id is null then 'wallet' else 'sms' end, coalesce(v_row.last_sms_id, v_row.wallet_id));
    update wallet_continuity set continuity = 'kept' where wallet_id = v_row.wallet_id and continuity <> 'kept';
  end loop;
end $$;

revoke all on function books_checked from public;
grant execute on function books_checked to :"app_role";
