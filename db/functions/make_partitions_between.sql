-- needs: id_at, payload_unsampled
-- Makes the monthly partitions from one month to another, both included; months begin at midnight in Shanghai. Rows of orders and messages
-- change after they were written, so their pages keep room: most for payments, whose usual way changes no index
-- (docs/decisions/0025-completed-in-place.md). Clean-up begins after each fifth of a month's rows, PostgreSQL's own measure: after each
-- twentieth it read all of a month's indexes four times as often. The numbers of an account's entries are unique within each month,
-- because a unique key cannot span partitions (rule 20); across months the ledger integrity check proves it.
-- Locks: advisory 4102, then the tables that get a partition. Answers how many it made.
create or replace function make_partitions_between(p_from date, p_to date) returns int
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_month date := date_trunc('month', p_from)::date;
  v_table text;
  v_name text;
  v_made int := 0;
begin
  perform pg_advisory_xact_lock(4102);
  while v_month <= p_to loop
    foreach v_table in array array['payments', 'disburses', 'sms', 'entries', 'order_events', 'deliveries'] loop
      v_name := format('%s_%s', v_table, to_char(v_month, 'YYYYMM'));
      if to_regclass(format('public.%I', v_name)) is null then
        execute format('create table public.%I partition of public.%I for values from (%s) to (%s) with (fillfactor = %s, autovacuum_vacuum_scale_factor = 0.2)', v_name, v_table,
          id_at(v_month::timestamp at time zone 'Asia/Shanghai'), id_at((v_month + interval '1 month')::timestamp at time zone 'Asia/Shanghai'),
          case v_table when 'payments' then 60 when 'disburses' then 85 when 'sms' then 85 else 100 end);
        if v_table = 'entries' then
          execute format('create unique index %I on public.%I (account_id, seq)', v_name || '_account_seq', v_name);
        end if;
        perform payload_unsampled(v_table, v_name);
        v_made := v_made + 1;
      end if;
    end loop;
    v_month := (v_month + interval '1 month')::date;
  end loop;
  return v_made;
end $$;

-- From the month before on, as a new database needs it; months that are there stay as they are.
select make_partitions_between(((now() at time zone 'Asia/Shanghai') - interval '1 month')::date, ((now() at time zone 'Asia/Shanghai') + interval '3 months')::date);

revoke all on function make_partitions_between from public;
grant execute on function make_partitions_between to :"app_role";
