-- A manual operation is decided once; what was asked for never changes.
-- FD003: an edge that is none. FD004: a fixed column would change.
create or replace function manual_operations_guard() returns trigger
  language plpgsql as $$
begin
  if new.status <> old.status and (old.status, new.status) not in (
    -- Pairs of src/contract/life-cycles.ts; `npm run schema` writes them.
    ('requested', 'applied'), ('requested', 'rejected'), ('requested', 'lapsed')
    -- End of the pairs.
  ) then
    raise exception 'a manual operation cannot go from % to %', old.status, new.status using errcode = 'FD003';
  end if;
  if (new.kind, new.merchant_id, new.wallet_id, new.sms_id, new.payment_id, new.amount, new.note, new.maker, new.expires_at)
     is distinct from (old.kind, old.merchant_id, old.wallet_id, old.sms_id, old.payment_id, old.amount, old.note, old.maker, old.expires_at)
     or (old.approval_id is not null and new.approval_id is distinct from old.approval_id)
     or (old.status <> 'requested' and (new.preview, new.checker, new.decided_at, new.alone) is distinct from (old.preview, old.checker, old.decided_at, old.alone)) then
    raise exception 'this column of a manual operation never changes' using errcode = 'FD004';
  end if;
  return new;
end $$;

create or replace trigger manual_operations_guard before update on manual_operations for each row execute function manual_operations_guard();

revoke all on function manual_operations_guard from public;
grant execute on function manual_operations_guard to :"app_role";
