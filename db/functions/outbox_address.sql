-- Where a notification goes that is queued for p_url: its order's own address, which never changes, else its merchant's present one: whoever
-- corrects or renews that gets there what still waits. One that has neither goes where it was queued to go. Locks nothing.
create or replace function outbox_address(p_type text, p_object bigint, p_merchant bigint, p_url text) returns text
  language plpgsql stable
  set search_path = public, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
  set enable_bitmapscan = off as $$
declare
  v_url text;
begin
  if p_type = 'payment' then
    select notify_url into v_url from payments where id = p_object;
  elsif p_type = 'disburse' then
    select notify_url into v_url from disburses where id = p_object;
  end if;
  if v_url is null then
    select notify_url into v_url from merchants where id = p_merchant;
  end if;
  return coalesce(v_url, p_url);
end $$;

revoke all on function outbox_address from public;
grant execute on function outbox_address to :"app_role";
