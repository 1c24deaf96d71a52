-- needs: audit_text
-- The link of the audit trail: the hash over the one before and a row's every column. Pure; locks nothing.
create or replace function audit_digest(p_previous bytea, p_row audit) returns bytea
  language sql stable as $$
  select sha256(p_previous || convert_to(audit_text(p_row), 'UTF8'));
$$;

revoke all on function audit_digest from public;
grant execute on function audit_digest to :"app_role";
