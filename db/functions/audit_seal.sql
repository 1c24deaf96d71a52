-- needs: audit_digest
-- Seals audit rows that have no seal yet, at most 5,000, in the order of their ids: each hash covers the one before (rule 24).
-- Locks: advisory 4101, without waiting; one sealer at a time. Answers how many it sealed, 0 while another one is at work.
create or replace function audit_seal() returns int
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_seq bigint;
  v_hash bytea;
  v_row audit;
  v_count int := 0;
begin
  if not pg_try_advisory_xact_lock(4101) then return 0; end if;
  select seq, hash into v_seq, v_hash from audit_seals order by seq desc limit 1;
  v_seq := coalesce(v_seq, 0);
  v_hash := coalesce(v_hash, '\x00'::bytea);
  for v_row in select a.* from audit a where not exists (select 1 from audit_seals s where s.audit_id = a.id) order by a.id limit 5000 loop
    v_seq := v_seq + 1;
    v_hash := audit_digest(v_hash, v_row);
    insert into audit_seals (seq, audit_id, hash) values (v_seq, v_row.id, v_hash);
    v_count := v_count + 1;
  end loop;
  return v_count;
end $$;

revoke all on function audit_seal from public;
grant execute on function audit_seal to :"app_role";
