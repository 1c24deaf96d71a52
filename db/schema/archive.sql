-- needs: seals, wallets
-- Archived months: entries and audit rows that stand in files instead (docs/decisions/0056). They leave by archive_leave and come back by
-- archive_return alone, both for the owner's role; the application reads.

-- A row is a month whose entries and audit rows left the database. Months leave the oldest first and come back the newest first, so that
-- one instant parts what is in files from what is here.
create table archived_months (
  month date primary key check (extract(day from month) = 1),
  -- Its sealed days.
  first_day date not null references day_seals (day),
  last_day date not null references day_seals (day),
  -- The first id that is not of it.
  before_id bigint not null unique,
  -- Rows of the audit trail by their numbers: behind the first up to the second.
  audit_from bigint not null,
  audit_to bigint not null check (audit_to >= audit_from),
  entries bigint not null check (entries >= 0),
  audit_rows bigint not null check (audit_rows = audit_to - audit_from),
  -- Over the seals of its days.
  root bytea not null,
  -- What is signed, byte for byte: archiveText of src/domain/seals/texts.ts.
  head text not null,
  key_id text not null references seal_keys (id),
  signature bytea not null,
  folder text not null,
  account text not null,
  -- Of each operator, what people booked into and out of suspense in it, minor units.
  by_hand jsonb not null,
  archived_at timestamptz not null default now()
);
grant select on archived_months to :"app_role";

-- A row is what an official wallet's operator answered on an archived day, as wallet_orders said it while the entries were here: what the
-- operator reported of that day may be added up anew (wallet_reports_of).
create table archived_answers (
  wallet_id bigint not null references wallets (id),
  day date not null,
  payment bigint,
  payment_count int not null,
  disburse bigint,
  disburse_count int not null,
  primary key (wallet_id, day)
);
grant select on archived_answers to :"app_role";
