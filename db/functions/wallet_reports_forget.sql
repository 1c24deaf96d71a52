-- A message of a kept day that is read anew, matched or put aside later: the day is added up again when it is asked for.
-- Locks: advisory 4136 (hash of the wallet), shared with whoever keeps a day, so that neither misses the other; then the day's row. Today's
-- messages are not kept yet and take no lock.
create or replace function wallet_reports_forget() returns trigger
  language plpgsql
  set search_path = public, pg_temp as $$
begin
  -- Today's messages are not kept yet; the lock is shared with whoever keeps a day, so that neither misses the other.
  if business_day(new.id) < (now() at time zone 'Asia/Shanghai')::date then
    perform pg_advisory_xact_lock_shared(4136, hashtext(w::text)) from unnest(array[old.wallet_id, new.wallet_id]) w where w is not null;
    delete from wallet_reports where day = business_day(new.id) and wallet_id in (old.wallet_id, new.wallet_id);
  end if;
  return null;
end $$;

create or replace trigger wallet_reports_forget after update on sms for each row
  when (old.kind is distinct from new.kind or old.direction is distinct from new.direction or old.amount is distinct from new.amount or old.balance is distinct from new.balance
        or old.wallet_id is distinct from new.wallet_id or old.continuity is distinct from new.continuity or old.match_status is distinct from new.match_status
        or old.transfer_id is distinct from new.transfer_id or old.withdrawal_id is distinct from new.withdrawal_id)
  execute function wallet_reports_forget();

revoke all on function wallet_reports_forget from public;
grant execute on function wallet_reports_forget to :"app_role";
