-- The life of a transfer; what was asked for never changes. A completed one keeps its sides and its cost, which only a side's own message
-- corrects.
-- FD003: an edge that is none. FD004: a fixed column would change.
create or replace function transfers_guard() returns trigger
  language plpgsql as $$
begin
  if new.status <> old.status and (old.status, new.status) not in (
    -- Pairs of src/contract/life-cycles.ts; `npm run schema` writes them.
    ('pending', 'processing'), ('pending', 'cancelled'), ('processing', 'completed'), ('processing', 'failed')
    -- End of the pairs.
  ) then
    raise exception 'transfer cannot go from % to %', old.status, new.status using errcode = 'FD003';
  end if;
  if (new.kind, new.from_wallet_id, new.to_wallet_id, new.amount, new.expected_cost, new.maker) is distinct from
     (old.kind, old.from_wallet_id, old.to_wallet_id, old.amount, old.expected_cost, old.maker)
     or (old.status = 'completed' and ((new.out_at, new.in_at) is distinct from (old.out_at, old.in_at)
       or new.cost <> old.cost and (new.out_sms_id, new.in_sms_id) is not distinct from (old.out_sms_id, old.in_sms_id))) then
    raise exception 'this column of a transfer never changes' using errcode = 'FD004';
  end if;
  return new;
end $$;

create or replace trigger transfers_guard before update on transfers for each row execute function transfers_guard();

revoke all on function transfers_guard from public;
grant execute on function transfers_guard to :"app_role";
