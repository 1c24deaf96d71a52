-- The life of a withdrawal. The payee and the amount are those that were submitted; a paid one keeps what it was paid by, and only its own
-- message corrects a cost and a TrxID that had merely been said.
-- FD003: an edge that is none. FD004: a fixed column would change.
create or replace function withdrawals_guard() returns trigger
  language plpgsql as $$
begin
  if new.status <> old.status and (old.status, new.status) not in (
    -- Pairs of src/contract/life-cycles.ts; `npm run schema` writes them.
    ('pending', 'approved'), ('pending', 'rejected'), ('approved', 'paid'), ('approved', 'rejected')
    -- End of the pairs.
  ) then
    raise exception 'withdrawal cannot go from % to %', old.status, new.status using errcode = 'FD003';
  end if;
  if (new.merchant_id, new.receiving_account, new.amount, new.note, new.submitter, new.max_available) is distinct from
     (old.merchant_id, old.receiving_account, old.amount, old.note, old.submitter, old.max_available)
     or (old.status = 'paid' and ((new.reference, new.wallet_id) is distinct from (old.reference, old.wallet_id)
       or (new.cost, new.trx_key) is distinct from (old.cost, old.trx_key) and not (old.sms_id is null and new.sms_id is not null))) then
    raise exception 'this column of a withdrawal never changes' using errcode = 'FD004';
  end if;
  return new;
end $$;

create or replace trigger withdrawals_guard before update on withdrawals for each row execute function withdrawals_guard();

revoke all on function withdrawals_guard from public;
grant execute on function withdrawals_guard to :"app_role";
