-- needs: day_start
-- Says that a month's rows are here again, in the transaction that brought them. For the owner's role alone (`npm run archive`).
-- Locks: advisory 4107. FD006: it is not the month that was archived last. FD005: not as many rows are here as left.
create or replace function archive_return(p_month date) returns void
  language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_row archived_months;
begin
  perform pg_advisory_xact_lock(4107);
  select * into v_row from archived_months order by month desc limit 1;
  if v_row.month is distinct from p_month then raise exception 'the month that was archived last comes back first' using errcode = 'FD006'; end if;
  if v_row.entries <> (select count(*) from entries where id >= day_start(p_month) and id < v_row.before_id)
    or v_row.audit_rows <> (select count(*) from audit a join audit_seals s on s.audit_id = a.id where s.seq > v_row.audit_from and s.seq <= v_row.audit_to) then
    raise exception 'rows of the month are missing' using errcode = 'FD005';
  end if;
  delete from archived_answers where day between v_row.first_day and v_row.last_day;
  delete from archived_months where month = p_month;
end $$;

revoke all on function archive_return from public;
