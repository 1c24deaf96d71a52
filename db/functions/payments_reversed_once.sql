-- A reversal is made once, of a completed payment, and never taken back.
-- FD004: it is made already, or the payment is not completed.
create or replace function payments_reversed_once() returns trigger
  language plpgsql as $$
begin
  if old.reversed_at is not null or new.status <> 'completed' then
    raise exception 'a payment is reversed once, after its completion' using errcode = 'FD004';
  end if;
  return new;
end $$;

create or replace trigger payments_reversed_once before update of reversed_at on payments for each row
  when (old.reversed_at is distinct from new.reversed_at) execute function payments_reversed_once();

revoke all on function payments_reversed_once from public;
grant execute on function payments_reversed_once to :"app_role";
