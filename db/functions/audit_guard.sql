-- needs: refuse_change
-- Rows of the audit trail are added and never change. They are deleted with their month alone, when archived_months names it: its rows come
-- from archive_leave, which the application may not call. FD002: anybody tries anything else.
create or replace function audit_guard() returns trigger
  language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select 1 from audit_seals s join archived_months m on s.seq > m.audit_from and s.seq <= m.audit_to where s.audit_id = old.id) then
    return old;
  end if;
  raise exception 'audit rows are append-only' using errcode = 'FD002';
end $$;

create or replace trigger audit_leaves_archived before delete on audit for each row execute function audit_guard();

revoke all on function audit_guard from public;
