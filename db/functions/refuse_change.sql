-- Rows of the ledger and of the audit trail are added and never change. How they leave with an archived month: archive_leave, audit_guard.
-- FD002: somebody tries.
create or replace function refuse_change() returns trigger
  language plpgsql as $$
begin
  raise exception '% rows are append-only', tg_table_name using errcode = 'FD002';
end $$;

create or replace trigger entries_append_only before update or delete on entries for each row execute function refuse_change();
create or replace trigger entries_no_truncate before truncate on entries for each statement execute function refuse_change();
create or replace trigger audit_append_only before update on audit for each row execute function refuse_change();
create or replace trigger audit_no_truncate before truncate on audit for each statement execute function refuse_change();
create or replace trigger audit_seals_append_only before update or delete on audit_seals for each row execute function refuse_change();
create or replace trigger audit_seals_no_truncate before truncate on audit_seals for each statement execute function refuse_change();

revoke all on function refuse_change from public;
grant execute on function refuse_change to :"app_role";
