-- Moves what was never to be sent, and what was given up before the id p_before, from the small table to the history, at most p_limit.
-- With the owner's rights, as outbox_record. Locks: those rows by id, skipping those that others hold. Answers how many.
create or replace function outbox_tidy(p_before bigint, p_limit int) returns int
  language plpgsql security definer
  set jit = off set search_path = pg_catalog, public, pg_temp as $$
declare
  v_count int;
begin
  with gone as (
    delete from outbox o where o.id in (select i.id from outbox i where i.status = 'none' or (i.status in ('failed', 'stopped') and i.id < p_before) order by i.id limit p_limit for update skip locked)
    returning o.*
  )
  insert into deliveries (id, merchant_id, object_type, object_id, type, url, body, status, attempts, attempt_log, last_code)
    select g.id, g.merchant_id, g.object_type, g.object_id, g.type, g.url, g.body, g.status, g.attempts, g.attempt_log, g.last_code from gone g;
  get diagnostics v_count = row_count;
  return v_count;
end $$;

revoke all on function outbox_tidy from public;
grant execute on function outbox_tidy to :"app_role";
