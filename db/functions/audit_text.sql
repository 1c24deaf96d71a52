-- A row of the audit trail as one line of text, every column in order: what the trail's hash is over (audit_digest). Pure; locks nothing.
create or replace function audit_text(p_row audit) returns text
  language sql stable as $$
  select jsonb_build_array(p_row.id, p_row.actor_type, p_row.actor_id, p_row.account, p_row.merchant_id, p_row.ip, p_row.action,
    p_row.object_type, p_row.object_id, p_row.before, p_row.after, p_row.approval_id, extract(epoch from p_row.at)::text)::text;
$$;

revoke all on function audit_text from public;
grant execute on function audit_text to :"app_role";
