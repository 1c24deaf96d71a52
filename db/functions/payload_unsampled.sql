-- Leaves texts, documents and lists that no plan is chosen by out of the statistics of a table or of one of its months: sampling a month of
-- messages took three quarters of a second each time. The application may not call it.
-- Locks: the table (share update exclusive). Answers nothing.
create or replace function payload_unsampled(p_table text, p_part text) returns void
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_column text;
begin
  for v_column in select a.attname from pg_attribute a where a.attrelid = format('public.%I', p_part)::regclass and not a.attisdropped and a.attname = any (case p_table
      when 'payments' then array['merchant_order_id', 'user_ref', 'trx_id', 'reason', 'notify_url', 'payment_url', 'metadata', 'staff', 'notes', 'routing', 'request_hash', 'remote_ip']
      when 'disburses' then array['merchant_order_id', 'user_ref', 'trx_id', 'reason', 'notify_url', 'metadata', 'staff', 'notes', 'routing', 'request_hash', 'remote_ip']
      when 'sms' then array['sender', 'text', 'reasons', 'evidence']
      when 'deliveries' then array['url', 'body', 'attempt_log']
      when 'order_events' then array['data']
      when 'entries' then array['note'] end) loop
    execute format('alter table only public.%I alter column %I set statistics 0', p_part, v_column);
  end loop;
end $$;

-- For the tables, and for the months that there are already.
select payload_unsampled(p.relname, i.child) from pg_class p
  cross join lateral (select p.relname as child union all select c.relname from pg_inherits h join pg_class c on c.oid = h.inhrelid where h.inhparent = p.oid) i
  where p.relnamespace = 'public'::regnamespace and p.relkind = 'p' and p.relname in ('payments', 'disburses', 'sms', 'entries', 'order_events', 'deliveries');

revoke all on function payload_unsampled from public;
