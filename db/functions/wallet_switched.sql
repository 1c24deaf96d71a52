-- Whether a switch on the wallet itself keeps it out of routing in one direction, at a moment. Locks nothing.
create or replace function wallet_switched(p_wallet bigint, p_direction text, p_at timestamptz) returns boolean
  language sql stable as $$
  select exists (select 1 from switches s where s.opened_at is null and s.wallet_id = p_wallet and s.direction in (p_direction, 'both') and (s.reopen_at is null or s.reopen_at > p_at));
$$;

revoke all on function wallet_switched from public;
grant execute on function wallet_switched to :"app_role";
