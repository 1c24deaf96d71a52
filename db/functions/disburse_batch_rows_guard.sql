-- The life of a row. What a file said never changes, and a row that has its order keeps it.
-- FD003: an edge that is none, or the row has its order. FD004: a text of the file would change.
create or replace function disburse_batch_rows_guard() returns trigger
  language plpgsql as $$
begin
  if (new.batch_id, new.line, new.merchant_order_id, new.operator, new.amount_text, new.customer, new.user_ref)
     is distinct from (old.batch_id, old.line, old.merchant_order_id, old.operator, old.amount_text, old.customer, old.user_ref)
     or new.amount is distinct from old.amount then
    raise exception 'this column of a batch row never changes' using errcode = 'FD004';
  end if;
  if new.status <> old.status and (old.status, new.status) not in (
    -- Pairs of src/contract/life-cycles.ts; `npm run schema` writes them.
    ('waiting', 'created'), ('waiting', 'existing'), ('waiting', 'failed'), ('waiting', 'stopped'), ('failed', 'waiting'),
    ('stopped', 'waiting')
    -- End of the pairs.
  ) then
    raise exception 'a batch row cannot go from % to %', old.status, new.status using errcode = 'FD003';
  end if;
  if old.order_id is not null and new.order_id is distinct from old.order_id then
    raise exception 'a batch row keeps its order' using errcode = 'FD003';
  end if;
  return new;
end $$;

create or replace trigger disburse_batch_rows_guard before update on disburse_batch_rows for each row execute function disburse_batch_rows_guard();

revoke all on function disburse_batch_rows_guard from public;
grant execute on function disburse_batch_rows_guard to :"app_role";
