-- Every transaction of the ledger sums to zero, by the side of its accounts; checked for all rows of a statement at once.
-- FD001: one does not.
create or replace function entries_zero_sum() returns trigger
  language plpgsql as $$
begin
  if exists (select 1 from new_rows group by txn_id having public.sum_minor(amount * normal) <> 0) then
    raise exception 'ledger transaction does not sum to zero' using errcode = 'FD001';
  end if;
  return null;
end $$;

create or replace trigger entries_zero_sum after insert on entries referencing new table as new_rows
  for each statement execute function entries_zero_sum();

revoke all on function entries_zero_sum from public;
grant execute on function entries_zero_sum to :"app_role";
