-- needs: day_start, sum_minor, wallet_orders
-- Takes a month's entries and audit rows out of the database, once their files are written and verified; the row of archived_months says
-- where they are. For the owner's role alone (`npm run archive`). All of it or nothing.
-- Locks: advisory 4107; the month's rows of audit; at last entries for the moment in which the partition goes: asked for half a second at a
-- time, so that no order waits longer for it. FD006: the month is not the next one, not sealed to its end, or too young. FD005: what is
-- here is not as much as the files hold. 55P03: somebody has been reading entries for two minutes.
create or replace function archive_leave(p_month date, p_head text, p_signature bytea, p_key text, p_root bytea, p_entries bigint, p_audit_rows bigint, p_folder text, p_account text) returns void
  language plpgsql
  set lock_timeout = '500ms' set search_path = pg_catalog, public, pg_temp as $$
declare
  v_next date := (p_month + interval '1 month')::date;
  v_before date := (select max(month) from archived_months);
  v_first date;
  v_last date;
  v_from bigint;
  v_to bigint;
  v_count bigint;
  v_partition text := format('entries_%s', to_char(p_month, 'YYYYMM'));
begin
  perform pg_advisory_xact_lock(4107);
  select min(day), max(day) into v_first, v_last from day_seals where day >= p_month and day < v_next;
  if v_before is not null and p_month <> (v_before + interval '1 month')::date or v_before is null and exists (select 1 from day_seals where day < p_month) then
    raise exception 'months are archived one after the other' using errcode = 'FD006';
  end if;
  if v_last is distinct from v_next - 1 then raise exception 'the month is not sealed to its end' using errcode = 'FD006'; end if;
  if v_next >= date_trunc('month', now() at time zone 'Asia/Shanghai') then raise exception 'the month before the running one stays' using errcode = 'FD006'; end if;
  select coalesce((select audit_to from day_seals where day = v_first - 1), 0), (select audit_to from day_seals where day = v_last) into v_from, v_to;
  select count(*) into v_count from entries where id >= day_start(p_month) and id < day_start(v_next);
  if v_count <> p_entries then raise exception 'the month has % entries, the files %', v_count, p_entries using errcode = 'FD005'; end if;
  insert into archived_months (month, first_day, last_day, before_id, audit_from, audit_to, entries, audit_rows, root, head, key_id, signature, folder, account, by_hand)
    values (p_month, v_first, v_last, day_start(v_next), v_from, v_to, p_entries, p_audit_rows, p_root, p_head, p_key, p_signature, p_folder, p_account,
      coalesce((select jsonb_object_agg(s.operator, s.total) from (
        select a.operator, sum_minor(e.amount) as total from entries e join accounts a on a.id = e.account_id and a.kind = 'suspense'
        where e.id >= day_start(p_month) and e.id < day_start(v_next) and e.kind not in ('suspense', 'payment', 'write_off', 'reported') group by a.operator) s), '{}'));
  insert into archived_answers (wallet_id, day, payment, payment_count, disburse, disburse_count)
    select w.id, s.day, sum(o.amount) filter (where o.type = 'payment'), count(*) filter (where o.type = 'payment'),
      sum(o.amount) filter (where o.type = 'disburse'), count(*) filter (where o.type = 'disburse')
    from wallets w cross join day_seals s cross join lateral wallet_orders(w.id, s.day) o
    where w.api_type = 'official' and s.day between v_first and v_last and o.answered group by w.id, s.day;
  delete from audit a using audit_seals s where s.audit_id = a.id and s.seq > v_from and s.seq <= v_to;
  get diagnostics v_count = row_count;
  if v_count <> p_audit_rows then raise exception 'the month has % audit rows, the files %', v_count, p_audit_rows using errcode = 'FD005'; end if;
  if to_regclass(format('public.%I', v_partition)) is null then return; end if;
  for v_try in 1..60 loop
    begin
      execute format('alter table public.entries detach partition public.%I', v_partition);
      execute format('drop table public.%I', v_partition);
      return;
    exception when lock_not_available then
      if v_try = 60 then raise; end if;
      perform pg_sleep(1.5);
    end;
  end loop;
end $$;

revoke all on function archive_leave from public;
