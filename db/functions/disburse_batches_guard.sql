-- The life of a batch.
-- FD003: an edge that is none.
create or replace function disburse_batches_guard() returns trigger
  language plpgsql as $$
begin
  if (old.status, new.status) not in (
    -- Pairs of src/contract/life-cycles.ts; `npm run schema` writes them.
    ('running', 'done'), ('running', 'stopped'), ('done', 'running'), ('stopped', 'running')
    -- End of the pairs.
  ) then
    raise exception 'a batch cannot go from % to %', old.status, new.status using errcode = 'FD003';
  end if;
  return new;
end $$;

create or replace trigger disburse_batches_guard before update on disburse_batches for each row when (old.status <> new.status) execute function disburse_batches_guard();

revoke all on function disburse_batches_guard from public;
grant execute on function disburse_batches_guard to :"app_role";
