-- The link of the audit trail: the hash over the one before and a row's every column. Pure; locks nothing.
create or replace function audit_digest(p_previous bytea, p_row audit) returns bytea
  language sql stable as $$
  select sha256(p_previous || convert_to(jsonb_build_array(p_row.id, p_row.actor_type, p_row.actor_id, p_row.account, p_row.merchant_id, p_row.ip, p_row.action,
    p_row.object_type, p_row.object_id, p_row.before, p_row.after, p_row.approval_id, extract(epoch from p_row.at)::text)::text, 'UTF8'));
$$;

revoke all on function audit_digest from public;
grant execute on function audit_digest to :"app_role";
