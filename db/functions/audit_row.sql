-- needs: audit_text
-- The row of the audit trail that a text of audit_text was made of: archived rows come back by it. Pure; locks nothing.
create or replace function audit_row(p_text text) returns audit
  language sql stable
  set search_path = pg_catalog, public, pg_temp as $$
  select (j ->> 0)::bigint, j ->> 1, (j ->> 2)::bigint, j ->> 3, (j ->> 4)::bigint, j ->> 5, j ->> 6, j ->> 7, j ->> 8,
    nullif(j -> 9, 'null'), nullif(j -> 10, 'null'), (j ->> 11)::bigint,
    -- Whole microseconds are exact where fractions of seconds are not.
    timestamptz 'epoch' + ((j ->> 12)::numeric * 1000000)::bigint * interval '1 microsecond'
  from (select p_text::jsonb as j) x;
$$;

revoke all on function audit_row from public;
