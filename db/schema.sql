-- The schema as the files of db/ leave it: written by `npm run schema`, compared by a test. Do not edit.

table account_days (
  account_id bigint not null,
  day date not null,
  change bigint not null,
  count bigint not null,
  first_seq bigint not null,
  last_seq bigint not null
)
-- constraints
  account_days_account_id_fkey: FOREIGN KEY (account_id) REFERENCES accounts(id)
  account_days_check: CHECK ((first_seq <= last_seq))
  account_days_count_check: CHECK ((count > 0))
  account_days_pkey: PRIMARY KEY (account_id, day)
-- the application may: insert, select, update

view account_openings (
  account_id bigint,
  seq bigint,
  balance bigint
)null
-- the application may: select

table accounts (
  id bigint generated always as identity not null,
  kind text not null,
  owner_id bigint default 0 not null,
  operator text default ''::text not null,
  normal smallint not null,
  balance bigint default 0 not null,
  seq bigint default 0 not null,
  may_go_negative boolean not null,
  last_entry_id bigint default 0 not null
)
-- constraints
  accounts_check: CHECK (((balance >= 0) OR may_go_negative))
  accounts_kind_check: CHECK ((kind = ANY (ARRAY['wallet'::text, 'unreported'::text, 'merchant'::text, 'hold'::text, 'fees'::text, 'operator_costs'::text, 'suspense'::text, 'unexplained'::text, 'commissions'::text, 'b2b'::text, 'settlement'::text, 'adjustments'::text, 'transit'::text])))
  accounts_kind_owner_id_operator_key: UNIQUE (kind, owner_id, operator)
  accounts_normal_check: CHECK ((normal = ANY (ARRAY[1, '-1'::integer])))
  accounts_pkey: PRIMARY KEY (id)
  accounts_seq_check: CHECK ((seq >= 0))
-- indexes
  CREATE INDEX accounts_below_zero ON public.accounts USING btree (owner_id) WHERE ((kind = 'wallet'::text) AND (balance < 0))
  CREATE INDEX accounts_overdrawn ON public.accounts USING btree (id) WHERE ((kind = 'merchant'::text) AND may_go_negative)
-- the application may: select

table active_attempts (
  disburse_id bigint not null,
  no integer not null,
  completed boolean default false not null
)
-- constraints
  active_attempts_pkey: PRIMARY KEY (disburse_id)
-- the application may: delete, insert, select, update

table alert_channels (
  channel text not null,
  enabled boolean default false not null,
  url text,
  chat_id text,
  api_base text,
  secret bytea,
  secret_last4 text,
  kinds text[],
  min_severity text default 'warning'::text not null,
  language text default 'zh'::text not null,
  version integer default 1 not null
)
-- constraints
  alert_channels_channel_check: CHECK ((channel = ANY (ARRAY['webhook'::text, 'telegram'::text])))
  alert_channels_check: CHECK (((NOT enabled) OR (secret IS NOT NULL)))
  alert_channels_check1: CHECK (((NOT enabled) OR (channel <> 'webhook'::text) OR (url IS NOT NULL)))
  alert_channels_check2: CHECK (((NOT enabled) OR (channel <> 'telegram'::text) OR (chat_id IS NOT NULL)))
  alert_channels_check3: CHECK (((secret IS NULL) = (secret_last4 IS NULL)))
  alert_channels_language_check: CHECK ((language = ANY (ARRAY['zh'::text, 'en'::text])))
  alert_channels_min_severity_check: CHECK ((min_severity = ANY (ARRAY['info'::text, 'warning'::text, 'urgent'::text])))
  alert_channels_pkey: PRIMARY KEY (channel)
-- the application may: select, update

table alert_comments (
  id bigint not null,
  alert_id bigint not null,
  user_id bigint not null,
  text text not null
)
-- constraints
  alert_comments_alert_id_fkey: FOREIGN KEY (alert_id) REFERENCES alerts(id)
  alert_comments_pkey: PRIMARY KEY (id)
  alert_comments_text_check: CHECK (((length(text) >= 1) AND (length(text) <= 2000)))
  alert_comments_user_id_fkey: FOREIGN KEY (user_id) REFERENCES users(id)
-- indexes
  CREATE INDEX alert_comments_alert ON public.alert_comments USING btree (alert_id, id)
-- the application may: insert, select

table alert_mentions (
  comment_id bigint not null,
  user_id bigint not null,
  alert_id bigint not null,
  seen_at timestamp with time zone
)
-- constraints
  alert_mentions_alert_id_fkey: FOREIGN KEY (alert_id) REFERENCES alerts(id)
  alert_mentions_comment_id_fkey: FOREIGN KEY (comment_id) REFERENCES alert_comments(id)
  alert_mentions_pkey: PRIMARY KEY (comment_id, user_id)
  alert_mentions_user_id_fkey: FOREIGN KEY (user_id) REFERENCES users(id)
-- indexes
  CREATE INDEX alert_mentions_unseen ON public.alert_mentions USING btree (user_id) WHERE (seen_at IS NULL)
  CREATE INDEX alert_mentions_user ON public.alert_mentions USING btree (user_id, alert_id)
-- the application may: insert, select, update

table alert_outbox (
  id bigint not null,
  channel text not null,
  body text not null,
  status text default 'waiting'::text not null,
  attempts integer default 0 not null,
  next_at timestamp with time zone not null,
  give_up_at timestamp with time zone not null,
  last_at timestamp with time zone,
  last_code integer,
  last_error text
)
-- constraints
  alert_outbox_channel_fkey: FOREIGN KEY (channel) REFERENCES alert_channels(channel)
  alert_outbox_pkey: PRIMARY KEY (id)
  alert_outbox_status_check: CHECK ((status = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text])))
-- indexes
  CREATE INDEX alert_outbox_channel ON public.alert_outbox USING btree (channel, id)
  CREATE INDEX alert_outbox_due ON public.alert_outbox USING btree (next_at) WHERE (status = 'waiting'::text)
-- the application may: delete, insert, select, update

table alert_viewers (
  alert_id bigint not null,
  session_id bigint not null,
  user_id bigint not null,
  seen_at timestamp with time zone not null
)
-- constraints
  alert_viewers_alert_id_fkey: FOREIGN KEY (alert_id) REFERENCES alerts(id)
  alert_viewers_pkey: PRIMARY KEY (alert_id, session_id)
  alert_viewers_user_id_fkey: FOREIGN KEY (user_id) REFERENCES users(id)
-- indexes
  CREATE INDEX alert_viewers_seen ON public.alert_viewers USING btree (seen_at)
-- the application may: delete, insert, select, update

table alerts (
  id bigint not null,
  kind text not null,
  object_type text not null,
  object_id bigint,
  merchant_id bigint,
  amount bigint,
  data jsonb default '{}'::jsonb not null,
  status text default 'open'::text not null,
  claimed_by bigint,
  resolved_by bigint,
  resolved_at timestamp with time zone,
  muted_until timestamp with time zone,
  note text,
  version integer default 1 not null,
  since timestamp with time zone default now() not null,
  wallet_id bigint,
  claimed_at timestamp with time zone,
  alerted_at timestamp with time zone
)
-- constraints
  alerts_claimed: CHECK (((status <> 'claimed'::text) OR (claimed_by IS NOT NULL)))
  alerts_muted: CHECK (((status <> 'muted'::text) OR (muted_until IS NOT NULL)))
  alerts_pkey: PRIMARY KEY (id)
  alerts_status_check: CHECK ((status = ANY (ARRAY['open'::text, 'claimed'::text, 'resolved'::text, 'muted'::text])))
-- indexes
  CREATE INDEX alerts_line ON public.alerts USING btree (kind, since, id) WHERE (status = ANY (ARRAY['open'::text, 'claimed'::text, 'muted'::text]))
  CREATE INDEX alerts_live ON public.alerts USING btree (kind, object_id) WHERE (status = ANY (ARRAY['open'::text, 'claimed'::text, 'muted'::text]))
  CREATE UNIQUE INDEX alerts_open ON public.alerts USING btree (kind, object_type, COALESCE(object_id, (0)::bigint)) WHERE (status = ANY (ARRAY['open'::text, 'claimed'::text, 'muted'::text]))
  CREATE INDEX alerts_resolved ON public.alerts USING btree (resolved_at DESC, id DESC) WHERE (status = 'resolved'::text)
  CREATE INDEX alerts_status ON public.alerts USING btree (status, id)
  CREATE INDEX alerts_to_send ON public.alerts USING btree (id) WHERE ((alerted_at IS NULL) AND (status = ANY (ARRAY['open'::text, 'claimed'::text])))
  CREATE INDEX alerts_wallet ON public.alerts USING btree (wallet_id, kind) WHERE ((status = ANY (ARRAY['open'::text, 'claimed'::text, 'muted'::text])) AND (wallet_id IS NOT NULL))
-- triggers
  CREATE TRIGGER alerts_guard BEFORE UPDATE ON public.alerts FOR EACH ROW EXECUTE FUNCTION alerts_guard()
-- the application may: insert, select, update

table approvals (
  id bigint not null,
  kind text not null,
  object_type text not null,
  object_id bigint not null,
  action text not null,
  object_version integer not null,
  payload jsonb not null,
  amount bigint,
  maker bigint not null,
  checker bigint,
  status text default 'waiting'::text not null,
  expires_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  version integer default 1 not null,
  sealed bytea not null,
  before jsonb,
  after jsonb,
  merchant_id bigint,
  reason text,
  alone boolean default false not null,
  collect_until timestamp with time zone,
  collected_at timestamp with time zone
)
-- constraints
  approvals_checker_fkey: FOREIGN KEY (checker) REFERENCES users(id)
  approvals_collected: CHECK (((collected_at IS NULL) OR ((status = 'approved'::text) AND (collect_until IS NOT NULL))))
  approvals_decided: CHECK ((((status = ANY (ARRAY['approved'::text, 'rejected'::text])) = (checker IS NOT NULL)) AND ((status <> 'waiting'::text) = (decided_at IS NOT NULL))))
  approvals_maker_checker: CHECK (((checker IS DISTINCT FROM maker) OR alone))
  approvals_maker_fkey: FOREIGN KEY (maker) REFERENCES users(id)
  approvals_merchant_id_fkey: FOREIGN KEY (merchant_id) REFERENCES merchants(id)
  approvals_pkey: PRIMARY KEY (id)
  approvals_status_check: CHECK ((status = ANY (ARRAY['waiting'::text, 'approved'::text, 'rejected'::text, 'lapsed'::text, 'cancelled'::text])))
-- indexes
  CREATE INDEX approvals_expiry ON public.approvals USING btree (expires_at) WHERE (status = 'waiting'::text)
  CREATE INDEX approvals_maker ON public.approvals USING btree (maker, id)
  CREATE INDEX approvals_merchant ON public.approvals USING btree (merchant_id, id) WHERE (merchant_id IS NOT NULL)
  CREATE INDEX approvals_object ON public.approvals USING btree (object_id, id)
  CREATE INDEX approvals_status ON public.approvals USING btree (status, id)
  CREATE UNIQUE INDEX approvals_waiting ON public.approvals USING btree (object_type, object_id, action) WHERE (status = 'waiting'::text)
-- triggers
  CREATE TRIGGER approvals_guard BEFORE UPDATE ON public.approvals FOR EACH ROW EXECUTE FUNCTION approvals_guard()
-- the application may: insert, select, update

table archived_answers (
  wallet_id bigint not null,
  day date not null,
  payment bigint,
  payment_count integer not null,
  disburse bigint,
  disburse_count integer not null
)
-- constraints
  archived_answers_pkey: PRIMARY KEY (wallet_id, day)
  archived_answers_wallet_id_fkey: FOREIGN KEY (wallet_id) REFERENCES wallets(id)
-- the application may: select

table archived_months (
  month date not null,
  first_day date not null,
  last_day date not null,
  before_id bigint not null,
  audit_from bigint not null,
  audit_to bigint not null,
  entries bigint not null,
  audit_rows bigint not null,
  root bytea not null,
  head text not null,
  key_id text not null,
  signature bytea not null,
  folder text not null,
  account text not null,
  by_hand jsonb not null,
  archived_at timestamp with time zone default now() not null
)
-- constraints
  archived_months_before_id_key: UNIQUE (before_id)
  archived_months_check: CHECK ((audit_to >= audit_from))
  archived_months_check1: CHECK ((audit_rows = (audit_to - audit_from)))
  archived_months_entries_check: CHECK ((entries >= 0))
  archived_months_first_day_fkey: FOREIGN KEY (first_day) REFERENCES day_seals(day)
  archived_months_key_id_fkey: FOREIGN KEY (key_id) REFERENCES seal_keys(id)
  archived_months_last_day_fkey: FOREIGN KEY (last_day) REFERENCES day_seals(day)
  archived_months_month_check: CHECK ((EXTRACT(day FROM month) = (1)::numeric))
  archived_months_pkey: PRIMARY KEY (month)
-- the application may: select

table audit (
  id bigint not null,
  actor_type text not null,
  actor_id bigint,
  account text,
  merchant_id bigint,
  ip text,
  action text not null,
  object_type text not null,
  object_id text,
  before jsonb,
  after jsonb,
  approval_id bigint,
  at timestamp with time zone default clock_timestamp() not null
)
-- constraints
  audit_pkey: PRIMARY KEY (id)
-- indexes
  CREATE INDEX audit_actor ON public.audit USING btree (actor_id, id)
  CREATE INDEX audit_merchant ON public.audit USING btree (merchant_id, id) WHERE (merchant_id IS NOT NULL)
  CREATE INDEX audit_object ON public.audit USING btree (object_type, object_id, id)
  CREATE INDEX audit_of ON public.audit USING btree (object_id) WHERE (object_id IS NOT NULL)
-- triggers
  CREATE TRIGGER audit_append_only BEFORE UPDATE ON public.audit FOR EACH ROW EXECUTE FUNCTION refuse_change()
  CREATE TRIGGER audit_leaves_archived BEFORE DELETE ON public.audit FOR EACH ROW EXECUTE FUNCTION audit_guard()
  CREATE TRIGGER audit_no_truncate BEFORE TRUNCATE ON public.audit FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
-- the application may: insert, select

table audit_seals (
  seq bigint not null,
  audit_id bigint not null,
  hash bytea not null
)
-- constraints
  audit_seals_audit_id_key: UNIQUE (audit_id)
  audit_seals_pkey: PRIMARY KEY (seq)
-- triggers
  CREATE TRIGGER audit_seals_append_only BEFORE DELETE OR UPDATE ON public.audit_seals FOR EACH ROW EXECUTE FUNCTION refuse_change()
  CREATE TRIGGER audit_seals_no_truncate BEFORE TRUNCATE ON public.audit_seals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
-- the application may: select

table bank_file_rows (
  job_id bigint not null,
  withdrawal_id bigint not null,
  ended_at timestamp with time zone,
  ended text
)
-- constraints
  bank_file_rows_check: CHECK (((ended_at IS NULL) = (ended IS NULL)))
  bank_file_rows_ended_check: CHECK ((ended = ANY (ARRAY['paid'::text, 'cancelled'::text])))
  bank_file_rows_job_id_fkey: FOREIGN KEY (job_id) REFERENCES bulk_jobs(id)
  bank_file_rows_pkey: PRIMARY KEY (job_id, withdrawal_id)
  bank_file_rows_withdrawal_id_fkey: FOREIGN KEY (withdrawal_id) REFERENCES withdrawals(id)
-- indexes
  CREATE UNIQUE INDEX bank_file_rows_open ON public.bank_file_rows USING btree (withdrawal_id) WHERE (ended_at IS NULL)
-- the application may: insert, select; update of ended, ended_at

table bind_codes (
  code_hash bytea not null,
  wallet_id bigint not null,
  device_id bigint,
  sim text default 'any'::text not null,
  created_by bigint,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  payout boolean default false not null
)
-- constraints
  bind_codes_device_id_fkey: FOREIGN KEY (device_id) REFERENCES devices(id)
  bind_codes_pkey: PRIMARY KEY (code_hash)
  bind_codes_wallet_id_fkey: FOREIGN KEY (wallet_id) REFERENCES wallets(id)
-- the application may: delete, insert, select, update

table bulk_items (
  job_id bigint not null,
  "position" integer not null,
  object_id bigint not null,
  object_version integer,
  amount bigint,
  merchant_id bigint,
  label text,
  reference text,
  status text default 'unchecked'::text not null,
  asks boolean default false not null,
  code text,
  state text,
  at timestamp with time zone
)
-- constraints
  bulk_items_amount_check: CHECK ((amount >= 0))
  bulk_items_check: CHECK (((status = ANY (ARRAY['blocked'::text, 'failed'::text])) = (code IS NOT NULL)))
  bulk_items_job_id_fkey: FOREIGN KEY (job_id) REFERENCES bulk_jobs(id) ON DELETE CASCADE
  bulk_items_job_id_object_id_key: UNIQUE (job_id, object_id)
  bulk_items_pkey: PRIMARY KEY (job_id, "position")
  bulk_items_position_check: CHECK (("position" > 0))
  bulk_items_status_check: CHECK ((status = ANY (ARRAY['unchecked'::text, 'waiting'::text, 'blocked'::text, 'done'::text, 'asked'::text, 'failed'::text, 'skipped'::text])))
-- indexes
  CREATE INDEX bulk_items_open ON public.bulk_items USING btree (job_id, "position") WHERE (status = ANY (ARRAY['unchecked'::text, 'waiting'::text]))
-- triggers
  CREATE TRIGGER bulk_items_guard BEFORE UPDATE ON public.bulk_items FOR EACH ROW WHEN ((old.status <> new.status)) EXECUTE FUNCTION bulk_items_guard()
-- the application may: delete, insert, select; update of asks, at, code, state, status

table bulk_jobs (
  id bigint not null,
  act text not null,
  maker bigint not null,
  account text not null,
  session_id bigint not null,
  merchant_id bigint,
  remote_ip text,
  filter jsonb,
  more boolean default false not null,
  reason text,
  target_id bigint,
  target_edition integer,
  status text default 'checking'::text not null,
  pause_reason text,
  item_count integer not null,
  unchecked integer default 0 not null,
  waiting integer default 0 not null,
  blocked integer default 0 not null,
  done integer default 0 not null,
  asked integer default 0 not null,
  failed integer default 0 not null,
  skipped integer default 0 not null,
  amount bigint default 0 not null,
  done_amount bigint default 0 not null,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  version integer default 1 not null
)
-- constraints
  bulk_jobs_amount_check: CHECK ((amount >= 0))
  bulk_jobs_asked_check: CHECK ((asked >= 0))
  bulk_jobs_blocked_check: CHECK ((blocked >= 0))
  bulk_jobs_check: CHECK ((((((((unchecked + waiting) + blocked) + done) + asked) + failed) + skipped) = item_count))
  bulk_jobs_check1: CHECK (((status = 'paused'::text) = (pause_reason IS NOT NULL)))
  bulk_jobs_check2: CHECK (((target_id IS NULL) = (target_edition IS NULL)))
  bulk_jobs_check3: CHECK (((status = ANY (ARRAY['done'::text, 'cancelled'::text])) = (ended_at IS NOT NULL)))
  bulk_jobs_check4: CHECK (((status <> ALL (ARRAY['running'::text, 'paused'::text, 'done'::text])) OR (started_at IS NOT NULL)))
  bulk_jobs_done_amount_check: CHECK ((done_amount >= 0))
  bulk_jobs_done_check: CHECK ((done >= 0))
  bulk_jobs_failed_check: CHECK ((failed >= 0))
  bulk_jobs_item_count_check: CHECK ((item_count > 0))
  bulk_jobs_maker_fkey: FOREIGN KEY (maker) REFERENCES users(id)
  bulk_jobs_merchant_id_fkey: FOREIGN KEY (merchant_id) REFERENCES merchants(id)
  bulk_jobs_pause_reason_check: CHECK ((pause_reason = ANY (ARRAY['by_person'::text, 'session_ended'::text, 'user_inactive'::text, 'permission_lost'::text])))
  bulk_jobs_pkey: PRIMARY KEY (id)
  bulk_jobs_skipped_check: CHECK ((skipped >= 0))
  bulk_jobs_status_check: CHECK ((status = ANY (ARRAY['checking'::text, 'draft'::text, 'running'::text, 'paused'::text, 'done'::text, 'cancelled'::text])))
  bulk_jobs_unchecked_check: CHECK ((unchecked >= 0))
  bulk_jobs_waiting_check: CHECK ((waiting >= 0))
-- indexes
  CREATE INDEX bulk_jobs_active ON public.bulk_jobs USING btree (id) WHERE (status = ANY (ARRAY['checking'::text, 'running'::text]))
  CREATE INDEX bulk_jobs_maker ON public.bulk_jobs USING btree (maker, id)
  CREATE INDEX bulk_jobs_merchant ON public.bulk_jobs USING btree (merchant_id, id)
  CREATE INDEX bulk_jobs_unstarted ON public.bulk_jobs USING btree (id) WHERE (started_at IS NULL)
-- triggers
  CREATE TRIGGER bulk_jobs_guard BEFORE UPDATE ON public.bulk_jobs FOR EACH ROW WHEN ((old.status <> new.status)) EXECUTE FUNCTION bulk_jobs_guard()
-- the application may: delete, insert, select; update of amount, asked, blocked, done, done_amount, ended_at, failed, item_count, more, pause_reason, reason, remote_ip, session_id, skipped, started_at, status, unchecked, version, waiting

table config (
  id integer default 1 not null,
  version integer not null,
  value jsonb not null,
  updated_at timestamp with time zone default now() not null
)
-- constraints
  config_id_check: CHECK ((id = 1))
  config_pkey: PRIMARY KEY (id)
  config_version_check: CHECK ((version > 0))
-- the application may: insert, select, update

table config_history (
  version integer not null,
  at timestamp with time zone default now() not null,
  user_id bigint,
  account text,
  checker text,
  changes jsonb not null,
  reason text,
  restored integer,
  schedule integer
)
-- constraints
  config_history_check: CHECK ((restored < version))
  config_history_pkey: PRIMARY KEY (version)
-- indexes
  CREATE UNIQUE INDEX config_history_schedule ON public.config_history USING btree (schedule)
-- the application may: insert, select

table config_schedules (
  id integer generated always as identity not null,
  version integer default 1 not null,
  status text default 'waiting'::text not null,
  due_at timestamp with time zone not null,
  changes jsonb not null,
  reason text,
  maker bigint not null,
  maker_account text not null,
  checker bigint,
  checker_account text,
  created_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  problem jsonb,
  applied_version integer,
  cancelled_by bigint,
  ends integer
)
-- constraints
  config_schedules_applied_version_fkey: FOREIGN KEY (applied_version) REFERENCES config_history(version)
  config_schedules_applied_version_key: UNIQUE (applied_version)
  config_schedules_check: CHECK (((ended_at IS NULL) = (status = 'waiting'::text)))
  config_schedules_check1: CHECK ((((problem IS NOT NULL) = (status = ANY (ARRAY['held'::text, 'refused'::text]))) OR (status = 'cancelled'::text)))
  config_schedules_check2: CHECK (((applied_version IS NOT NULL) = (status = 'applied'::text)))
  config_schedules_check3: CHECK (((cancelled_by IS NULL) OR (status = 'cancelled'::text)))
  config_schedules_check4: CHECK ((ends < id))
  config_schedules_ends_fkey: FOREIGN KEY (ends) REFERENCES config_schedules(id)
  config_schedules_ends_key: UNIQUE (ends)
  config_schedules_pkey: PRIMARY KEY (id)
  config_schedules_status_check: CHECK ((status = ANY (ARRAY['waiting'::text, 'applied'::text, 'held'::text, 'refused'::text, 'cancelled'::text])))
-- indexes
  CREATE INDEX config_schedules_undecided ON public.config_schedules USING btree (id) WHERE (status = ANY (ARRAY['held'::text, 'refused'::text]))
  CREATE INDEX config_schedules_waiting ON public.config_schedules USING btree (due_at) WHERE (status = 'waiting'::text)
-- triggers
  CREATE TRIGGER config_schedules_guard BEFORE UPDATE ON public.config_schedules FOR EACH ROW EXECUTE FUNCTION config_schedules_guard()
-- the application may: insert, select; update of applied_version, cancelled_by, ended_at, problem, status, version

table day_closes (
  wallet_id bigint not null,
  day date not null,
  opening bigint not null,
  flows jsonb not null,
  estimated bigint not null,
  "real" bigint,
  reason text,
  closed_by bigint not null,
  closed_at timestamp with time zone default now() not null,
  reopened_by bigint[],
  reopened_at timestamp with time zone,
  late bigint default 0 not null,
  change bigint default 0 not null,
  figures jsonb default '{}'::jsonb not null,
  account text default ''::text not null,
  reopen_reason text,
  version integer default 1 not null
)
-- constraints
  day_closes_foots: CHECK ((estimated = ((opening + late) + change)))
  day_closes_pkey: PRIMARY KEY (wallet_id, day)
  day_closes_reason: CHECK ((("real" IS NOT NULL) AND (("real" = estimated) OR (length(TRIM(BOTH FROM COALESCE(reason, ''::text))) > 0))))
  day_closes_two: CHECK (((reopened_at IS NULL) OR ((array_length(reopened_by, 1) = ANY (ARRAY[1, 2])) AND (reopened_by[1] IS DISTINCT FROM reopened_by[2]))))
  day_closes_wallet_id_fkey: FOREIGN KEY (wallet_id) REFERENCES wallets(id)
-- indexes
  CREATE INDEX day_closes_last ON public.day_closes USING btree (wallet_id, day DESC) WHERE (reopened_at IS NULL)
-- triggers
  CREATE TRIGGER day_closes_guard BEFORE INSERT OR UPDATE ON public.day_closes FOR EACH ROW EXECUTE FUNCTION day_closes_guard()
-- the application may: insert, select, update

table day_seal_accounts (
  day date not null,
  account_id bigint not null,
  entries bigint not null,
  first_seq bigint not null,
  before_balance bigint not null,
  after_balance bigint not null,
  root bytea not null
)
-- constraints
  day_seal_accounts_day_fkey: FOREIGN KEY (day) REFERENCES day_seals(day)
  day_seal_accounts_entries_check: CHECK ((entries > 0))
  day_seal_accounts_pkey: PRIMARY KEY (day, account_id)
-- indexes
  CREATE INDEX day_seal_accounts_of ON public.day_seal_accounts USING btree (account_id, day)
-- triggers
  CREATE TRIGGER day_seal_accounts_append_only BEFORE DELETE OR UPDATE ON public.day_seal_accounts FOR EACH ROW EXECUTE FUNCTION refuse_change()
  CREATE TRIGGER day_seal_accounts_no_truncate BEFORE TRUNCATE ON public.day_seal_accounts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
-- the application may: insert, select

table day_seal_checks (
  day date not null,
  ok boolean not null,
  fault text,
  checked_at timestamp with time zone default now() not null
)
-- constraints
  day_seal_checks_check: CHECK ((ok = (fault IS NULL)))
  day_seal_checks_day_fkey: FOREIGN KEY (day) REFERENCES day_seals(day)
  day_seal_checks_pkey: PRIMARY KEY (day)
-- the application may: insert, select, update

table day_seals (
  day date not null,
  head text not null,
  summary text not null,
  hash bytea not null,
  previous bytea not null,
  key_id text not null,
  signature bytea not null,
  entries bigint not null,
  accounts integer not null,
  debits numeric not null,
  credits numeric not null,
  audit_to bigint not null,
  sealed_at timestamp with time zone default now() not null
)
-- constraints
  day_seals_accounts_check: CHECK ((accounts >= 0))
  day_seals_audit_to_check: CHECK ((audit_to >= 0))
  day_seals_check: CHECK ((hash = sha256(convert_to(head, 'UTF8'::name))))
  day_seals_check1: CHECK ((debits = credits))
  day_seals_entries_check: CHECK ((entries >= 0))
  day_seals_hash_key: UNIQUE (hash)
  day_seals_key_id_fkey: FOREIGN KEY (key_id) REFERENCES seal_keys(id)
  day_seals_pkey: PRIMARY KEY (day)
  day_seals_previous_key: UNIQUE (previous)
-- triggers
  CREATE TRIGGER day_seals_append_only BEFORE DELETE OR UPDATE ON public.day_seals FOR EACH ROW EXECUTE FUNCTION refuse_change()
  CREATE TRIGGER day_seals_guard BEFORE INSERT ON public.day_seals FOR EACH ROW EXECUTE FUNCTION day_seals_guard()
  CREATE TRIGGER day_seals_no_truncate BEFORE TRUNCATE ON public.day_seals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
-- the application may: insert, select

table deliveries (
  id bigint not null,
  merchant_id bigint not null,
  object_type text not null,
  object_id bigint not null,
  type text not null,
  url text,
  body text not null,
  status text not null,
  attempts integer not null,
  attempt_log jsonb not null,
  last_code integer,
  delivered_at timestamp with time zone default now() not null
) partition by RANGE (id)
-- constraints
  deliveries_pkey: PRIMARY KEY (id)
-- indexes
  CREATE INDEX deliveries_given_up ON ONLY public.deliveries USING btree (merchant_id, id) WHERE (status = ANY (ARRAY['failed'::text, 'stopped'::text]))
  CREATE INDEX deliveries_merchant ON ONLY public.deliveries USING btree (merchant_id, id)
  CREATE INDEX deliveries_object ON ONLY public.deliveries USING btree (object_id)
  CREATE INDEX deliveries_undelivered ON ONLY public.deliveries USING btree (status, id) WHERE (status <> 'delivered'::text)
-- the application may: delete, insert, select

table device_links (
  device_id bigint not null,
  sim text default 'any'::text not null,
  wallet_id bigint not null,
  bound_at timestamp with time zone,
  ended_at timestamp with time zone,
  id bigint not null,
  payout boolean default false not null
)
-- constraints
  device_links_device_id_fkey: FOREIGN KEY (device_id) REFERENCES devices(id)
  device_links_pkey: PRIMARY KEY (id)
  device_links_sim_check: CHECK ((sim = ANY (ARRAY['any'::text, 'sim1'::text, 'sim2'::text])))
  device_links_wallet_id_fkey: FOREIGN KEY (wallet_id) REFERENCES wallets(id)
-- indexes
  CREATE UNIQUE INDEX device_links_open ON public.device_links USING btree (device_id, sim) WHERE (ended_at IS NULL)
  CREATE UNIQUE INDEX device_links_payout ON public.device_links USING btree (wallet_id) WHERE (payout AND (ended_at IS NULL))
  CREATE INDEX device_links_wallet ON public.device_links USING btree (wallet_id) WHERE (ended_at IS NULL)
-- triggers
  CREATE TRIGGER device_links_epoch AFTER INSERT OR DELETE OR UPDATE ON public.device_links FOR EACH STATEMENT EXECUTE FUNCTION routing_epoch_bump()
  CREATE CONSTRAINT TRIGGER device_links_reference_data AFTER INSERT OR DELETE OR UPDATE ON public.device_links DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION reference_data_version_move()
-- the application may: insert, select, update

table device_tasks (
  id bigint not null,
  disburse_id bigint not null,
  attempt_no integer not null,
  wallet_id bigint not null,
  customer text not null,
  amount bigint not null,
  reference text not null,
  status text default 'waiting'::text not null,
  device_id bigint,
  handed_at timestamp with time zone,
  answer_until timestamp with time zone,
  result text,
  trx_id text,
  reason text,
  answered_at timestamp with time zone,
  outcome text
)
-- constraints
  device_tasks_amount_check: CHECK ((amount > 0))
  device_tasks_attempt: UNIQUE (disburse_id, attempt_no)
  device_tasks_attempt_no_check: CHECK ((attempt_no > 0))
  device_tasks_check: CHECK (((status = ANY (ARRAY['waiting'::text, 'withdrawn'::text])) = (device_id IS NULL)))
  device_tasks_check1: CHECK ((((device_id IS NULL) = (handed_at IS NULL)) AND ((device_id IS NULL) = (answer_until IS NULL))))
  device_tasks_check2: CHECK (((status = 'answered'::text) = (result IS NOT NULL)))
  device_tasks_check3: CHECK (((result IS NULL) = (answered_at IS NULL)))
  device_tasks_check4: CHECK (((COALESCE(result, ''::text) = 'sent'::text) = (trx_id IS NOT NULL)))
  device_tasks_check5: CHECK (((COALESCE(result, ''::text) = 'failed'::text) = (reason IS NOT NULL)))
  device_tasks_device_id_fkey: FOREIGN KEY (device_id) REFERENCES devices(id)
  device_tasks_pkey: PRIMARY KEY (id)
  device_tasks_result_check: CHECK ((result = ANY (ARRAY['sent'::text, 'failed'::text, 'unknown'::text])))
  device_tasks_status_check: CHECK ((status = ANY (ARRAY['waiting'::text, 'handed'::text, 'answered'::text, 'lapsed'::text, 'withdrawn'::text])))
  device_tasks_wallet_id_fkey: FOREIGN KEY (wallet_id) REFERENCES wallets(id)
-- indexes
  CREATE INDEX device_tasks_handed ON public.device_tasks USING btree (answer_until) WHERE (status = 'handed'::text)
  CREATE INDEX device_tasks_waiting ON public.device_tasks USING btree (wallet_id, id) WHERE (status = 'waiting'::text)
-- triggers
  CREATE TRIGGER device_tasks_guard BEFORE UPDATE ON public.device_tasks FOR EACH ROW EXECUTE FUNCTION device_tasks_guard()
-- the application may: insert, select, update

table devices (
  id bigint not null,
  name text not null,
  app text not null,
  model text,
  app_version text,
  token_hash bytea,
  hook_hash bytea,
  signing_secret bytea,
  counter bigint default 0 not null,
  ping_seconds integer,
  pinged_at timestamp with time zone,
  last_ping_seconds integer,
  battery integer,
  location text,
  queue_length integer,
  clock_skew_ms bigint,
  last_ip text,
  last_network text,
  first_seen_at timestamp with time zone,
  last_seen_at timestamp with time zone,
  last_refused text,
  last_refused_at timestamp with time zone,
  revoked_at timestamp with time zone,
  signs_since timestamp with time zone
)
-- constraints
  devices_app_check: CHECK ((app = ANY (ARRAY['native'::text, 'smsforwarder'::text, 'android_sms_gateway'::text, 'android_income_sms'::text, 'httpsms'::text])))
  devices_hook_hash_key: UNIQUE (hook_hash)
  devices_pkey: PRIMARY KEY (id)
  devices_token_hash_key: UNIQUE (token_hash)
-- triggers
  CREATE TRIGGER devices_epoch AFTER UPDATE OF revoked_at, app ON public.devices FOR EACH STATEMENT EXECUTE FUNCTION routing_epoch_bump()
  CREATE CONSTRAINT TRIGGER devices_reference_data AFTER INSERT OR DELETE ON public.devices DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION reference_data_version_move()
  CREATE CONSTRAINT TRIGGER devices_reference_data_change AFTER UPDATE ON public.devices DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.app IS DISTINCT FROM new.app) OR (old.token_hash IS DISTINCT FROM new.token_hash) OR (old.hook_hash IS DISTINCT FROM new.hook_hash) OR (old.revoked_at IS DISTINCT FROM new.revoked_at) OR (old.signing_secret IS DISTINCT FROM new.signing_secret) OR (old.signs_since IS DISTINCT FROM new.signs_since))) EXECUTE FUNCTION reference_data_version_move()
-- the application may: insert, select, update

table disburse_attempts (
  disburse_id bigint not null,
  no integer not null,
  wallet_id bigint not null,
  status text not null,
  reference text not null,
  trx_id text,
  error text,
  evidence jsonb default '[]'::jsonb not null,
  started_at timestamp with time zone default now() not null,
  acknowledged_at timestamp with time zone,
  ended_at timestamp with time zone,
  lease_until timestamp with time zone,
  rail text not null,
  amount bigint not null,
  operator_reference text,
  cost bigint,
  lease_token bigint,
  query_after timestamp with time zone,
  query_count integer default 0 not null,
  frozen bigint default 0 not null,
  claimed_trx_id text,
  claimed_trx_key text,
  claimed_at timestamp with time zone
)
-- constraints
  disburse_attempts_amount_check: CHECK ((amount > 0))
  disburse_attempts_check: CHECK (((claimed_trx_key IS NULL) = (claimed_at IS NULL)))
  disburse_attempts_cost_check: CHECK ((cost >= 0))
  disburse_attempts_ended: CHECK (((status = ANY (ARRAY['completed'::text, 'failed'::text])) = (ended_at IS NOT NULL)))
  disburse_attempts_frozen_check: CHECK ((frozen >= 0))
  disburse_attempts_no_check: CHECK ((no > 0))
  disburse_attempts_paid: CHECK (((status <> 'completed'::text) OR (trx_id IS NOT NULL)))
  disburse_attempts_pkey: PRIMARY KEY (disburse_id, no)
  disburse_attempts_rail_check: CHECK ((rail = ANY (ARRAY['app'::text, 'official'::text, 'manual'::text])))
  disburse_attempts_reference_key: UNIQUE (reference)
  disburse_attempts_status_check: CHECK ((status = ANY (ARRAY['created'::text, 'sent'::text, 'completed'::text, 'failed'::text, 'unknown'::text])))
-- indexes
  CREATE INDEX disburse_attempts_claimed ON public.disburse_attempts USING btree (claimed_trx_key) WHERE ((claimed_trx_key IS NOT NULL) AND (status = ANY (ARRAY['sent'::text, 'unknown'::text])))
  CREATE INDEX disburse_attempts_flight ON public.disburse_attempts USING btree (status, lease_until) WHERE (status = ANY (ARRAY['created'::text, 'sent'::text, 'unknown'::text]))
  CREATE INDEX disburse_attempts_unproven ON public.disburse_attempts USING btree (claimed_at) WHERE ((status = 'sent'::text) AND (claimed_at IS NOT NULL))
  CREATE INDEX disburse_attempts_wallet ON public.disburse_attempts USING btree (wallet_id, disburse_id)
-- triggers
  CREATE TRIGGER disburse_attempts_guard BEFORE INSERT OR UPDATE ON public.disburse_attempts FOR EACH ROW EXECUTE FUNCTION disburse_attempts_guard()
-- the application may: insert, select, update

table disburse_batch_rows (
  batch_id bigint not null,
  line integer not null,
  merchant_order_id text not null,
  operator text not null,
  amount_text text not null,
  customer text not null,
  user_ref text not null,
  amount bigint,
  status text default 'waiting'::text not null,
  code text,
  field text,
  order_id bigint
)
-- constraints
  disburse_batch_rows_amount_check: CHECK ((amount > 0))
  disburse_batch_rows_batch_id_fkey: FOREIGN KEY (batch_id) REFERENCES disburse_batches(id)
  disburse_batch_rows_check: CHECK (((status = ANY (ARRAY['created'::text, 'existing'::text])) = (order_id IS NOT NULL)))
  disburse_batch_rows_check1: CHECK (((status <> ALL (ARRAY['waiting'::text, 'created'::text])) OR (amount IS NOT NULL)))
  disburse_batch_rows_line_check: CHECK ((line > 0))
  disburse_batch_rows_pkey: PRIMARY KEY (batch_id, line)
  disburse_batch_rows_status_check: CHECK ((status = ANY (ARRAY['waiting'::text, 'created'::text, 'existing'::text, 'failed'::text, 'stopped'::text])))
-- indexes
  CREATE UNIQUE INDEX disburse_batch_rows_order ON public.disburse_batch_rows USING btree (order_id) WHERE (status = 'created'::text)
  CREATE INDEX disburse_batch_rows_waiting ON public.disburse_batch_rows USING btree (batch_id, line) WHERE (status = 'waiting'::text)
-- triggers
  CREATE TRIGGER disburse_batch_rows_guard BEFORE UPDATE ON public.disburse_batch_rows FOR EACH ROW EXECUTE FUNCTION disburse_batch_rows_guard()
-- the application may: insert, select; update of code, field, order_id, status

table disburse_batches (
  id bigint not null,
  merchant_id bigint not null,
  user_id bigint not null,
  account text not null,
  maker bigint not null,
  session_id bigint not null,
  remote_ip text,
  started_at timestamp with time zone not null,
  file_name text not null,
  hash bytea not null,
  status text default 'running'::text not null,
  stop_reason text,
  row_count integer not null,
  waiting integer default 0 not null,
  created integer default 0 not null,
  existing integer default 0 not null,
  failed integer default 0 not null,
  stopped integer default 0 not null,
  amount bigint not null,
  fee bigint not null,
  finished_at timestamp with time zone,
  version integer default 1 not null
)
-- constraints
  disburse_batches_amount_check: CHECK ((amount >= 0))
  disburse_batches_check: CHECK ((((((waiting + created) + existing) + failed) + stopped) = row_count))
  disburse_batches_check1: CHECK (((status = 'running'::text) = (finished_at IS NULL)))
  disburse_batches_check2: CHECK (((status = 'stopped'::text) = (stop_reason IS NOT NULL)))
  disburse_batches_created_check: CHECK ((created >= 0))
  disburse_batches_existing_check: CHECK ((existing >= 0))
  disburse_batches_failed_check: CHECK ((failed >= 0))
  disburse_batches_fee_check: CHECK ((fee >= 0))
  disburse_batches_maker_fkey: FOREIGN KEY (maker) REFERENCES users(id)
  disburse_batches_merchant_id_fkey: FOREIGN KEY (merchant_id) REFERENCES merchants(id)
  disburse_batches_merchant_id_hash_key: UNIQUE (merchant_id, hash)
  disburse_batches_pkey: PRIMARY KEY (id)
  disburse_batches_row_count_check: CHECK ((row_count > 0))
  disburse_batches_status_check: CHECK ((status = ANY (ARRAY['running'::text, 'done'::text, 'stopped'::text])))
  disburse_batches_stop_reason_check: CHECK ((stop_reason = ANY (ARRAY['by_person'::text, 'session_ended'::text, 'user_inactive'::text, 'permission_lost'::text])))
  disburse_batches_stopped_check: CHECK ((stopped >= 0))
  disburse_batches_user_id_fkey: FOREIGN KEY (user_id) REFERENCES users(id)
  disburse_batches_waiting_check: CHECK ((waiting >= 0))
-- indexes
  CREATE INDEX disburse_batches_merchant ON public.disburse_batches USING btree (merchant_id, id)
  CREATE INDEX disburse_batches_running ON public.disburse_batches USING btree (id) WHERE (status = 'running'::text)
-- triggers
  CREATE TRIGGER disburse_batches_guard BEFORE UPDATE ON public.disburse_batches FOR EACH ROW WHEN ((old.status <> new.status)) EXECUTE FUNCTION disburse_batches_guard()
-- the application may: insert, select; update of created, existing, failed, finished_at, maker, remote_ip, session_id, started_at, status, stop_reason, stopped, version, waiting

table disburses (
  id bigint not null,
  merchant_id bigint not null,
  merchant_order_id text not null,
  operator text not null,
  wallet_id bigint,
  amount bigint not null,
  fee bigint not null,
  fee_rate_bps integer not null,
  fee_fixed bigint not null,
  fee_min bigint,
  fee_max bigint,
  cost bigint,
  trx_id text,
  trx_key text,
  customer text not null,
  user_ref text,
  status text default 'pending'::text not null,
  reason text,
  paid_at timestamp with time zone,
  remote_ip text,
  notify_url text,
  metadata jsonb,
  staff text[] default '{}'::text[] not null,
  notes jsonb default '[]'::jsonb not null,
  attempt_count integer default 0 not null,
  notify_status text default 'none'::text not null,
  notify_attempts integer default 0 not null,
  notify_last_code integer,
  notify_next_at timestamp with time zone,
  routing jsonb,
  request_hash bytea not null,
  version integer default 1 not null,
  returned_at timestamp with time zone,
  route_after timestamp with time zone,
  queued_at timestamp with time zone,
  disputed_at timestamp with time zone,
  paid_late_at timestamp with time zone generated always as (
CASE
    WHEN ((paid_at - to_timestamp(((((id >> 12) + '1577836800000'::bigint))::double precision / (1000)::double precision))) > '01:00:00'::interval) THEN paid_at
    ELSE NULL::timestamp with time zone
END) stored
) partition by RANGE (id)
-- constraints
  disburses_amount_check: CHECK ((amount > 0))
  disburses_completed: CHECK (((status <> 'completed'::text) OR ((wallet_id IS NOT NULL) AND (trx_id IS NOT NULL))))
  disburses_cost_check: CHECK ((cost >= 0))
  disburses_fee_check: CHECK ((fee >= 0))
  disburses_notify_status_check: CHECK ((notify_status = ANY (ARRAY['none'::text, 'waiting'::text, 'delivered'::text, 'failed'::text, 'stopped'::text])))
  disburses_paid: CHECK (((status = 'completed'::text) = (paid_at IS NOT NULL)))
  disburses_pkey: PRIMARY KEY (id)
  disburses_returned: CHECK (((returned_at IS NULL) OR (status = 'completed'::text)))
  disburses_status_check: CHECK ((status = ANY (ARRAY['pending'::text, 'review'::text, 'approved'::text, 'processing'::text, 'completed'::text, 'attempt_failed'::text, 'unknown'::text, 'failed'::text, 'rejected'::text, 'cancelled'::text])))
-- indexes
  CREATE INDEX disburses_customer ON ONLY public.disburses USING btree (customer, id)
  CREATE INDEX disburses_merchant ON ONLY public.disburses USING btree (merchant_id, id)
  CREATE INDEX disburses_open ON ONLY public.disburses USING btree (status, id) WHERE (status <> 'completed'::text)
  CREATE INDEX disburses_paid_late ON ONLY public.disburses USING btree (paid_late_at) WHERE (paid_late_at IS NOT NULL)
  CREATE INDEX disburses_queue ON ONLY public.disburses USING btree (route_after, id) WHERE (status = ANY (ARRAY['pending'::text, 'approved'::text]))
  CREATE INDEX disburses_trx ON ONLY public.disburses USING btree (trx_key) WHERE (trx_key IS NOT NULL)
  CREATE INDEX disburses_undelivered ON ONLY public.disburses USING btree (notify_status, id) WHERE (notify_status = ANY (ARRAY['waiting'::text, 'failed'::text, 'stopped'::text]))
  CREATE INDEX disburses_wallet ON ONLY public.disburses USING btree (wallet_id, id) WHERE (wallet_id IS NOT NULL)
-- triggers
  CREATE TRIGGER disburses_guard BEFORE UPDATE ON public.disburses FOR EACH ROW EXECUTE FUNCTION disburses_guard()
-- the application may: insert, select, update

table entries (
  id bigint not null,
  account_id bigint not null,
  seq bigint not null,
  txn_id bigint not null,
  kind text not null,
  amount bigint not null,
  normal smallint not null,
  before_balance bigint not null,
  after_balance bigint not null,
  ref_type text not null,
  ref_id bigint not null,
  merchant_id bigint,
  note text
) partition by RANGE (id)
-- constraints
  entries_amount_check: CHECK ((amount <> 0))
  entries_check: CHECK ((after_balance = (before_balance + amount)))
  entries_pkey: PRIMARY KEY (id)
-- indexes
  CREATE INDEX entries_merchant ON ONLY public.entries USING btree (merchant_id, id) WHERE (merchant_id IS NOT NULL)
  CREATE INDEX entries_rare ON ONLY public.entries USING btree (kind, id) WHERE ((merchant_id IS NOT NULL) AND (kind <> ALL (ARRAY['payment'::text, 'payment_fee'::text])))
  CREATE INDEX entries_ref ON ONLY public.entries USING btree (ref_id)
-- triggers
  CREATE TRIGGER entries_append_only BEFORE DELETE OR UPDATE ON public.entries FOR EACH ROW EXECUTE FUNCTION refuse_change()
  CREATE TRIGGER entries_no_truncate BEFORE TRUNCATE ON public.entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
  CREATE TRIGGER entries_zero_sum AFTER INSERT ON public.entries REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION entries_zero_sum()
-- the application may: select

table export_files (
  id integer generated always as identity not null,
  user_id bigint not null,
  merchant_id bigint,
  schedule_id integer,
  due_at timestamp with time zone,
  missed integer default 0 not null,
  counted_from timestamp with time zone not null,
  name text,
  list text not null,
  filters jsonb not null,
  date_range text,
  columns text[],
  ids text[],
  totals boolean not null,
  format text not null,
  language text not null,
  status text default 'waiting'::text not null,
  problem text,
  problem_rows bigint,
  problem_most bigint,
  attempts integer default 0 not null,
  failures integer default 0 not null,
  lease_at timestamp with time zone not null,
  file_name text,
  row_count bigint,
  byte_count bigint default 0 not null,
  masks text[] default '{}'::text[] not null,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  expires_at timestamp with time zone,
  deleted_at timestamp with time zone,
  made_again boolean default false not null,
  version integer default 1 not null
)
-- constraints
  export_files_attempts_check: CHECK ((attempts >= 0))
  export_files_byte_count_check: CHECK ((byte_count >= 0))
  export_files_check: CHECK (((status = ANY (ARRAY['ready'::text, 'failed'::text, 'expired'::text])) = (ended_at IS NOT NULL)))
  export_files_check1: CHECK (((status = 'failed'::text) = (problem IS NOT NULL)))
  export_files_check2: CHECK (((status <> ALL (ARRAY['ready'::text, 'expired'::text])) OR ((file_name IS NOT NULL) AND (row_count IS NOT NULL) AND (expires_at IS NOT NULL))))
  export_files_failures_check: CHECK ((failures >= 0))
  export_files_format_check: CHECK ((format = ANY (ARRAY['csv'::text, 'xlsx'::text, 'pdf'::text])))
  export_files_language_check: CHECK ((language = ANY (ARRAY['zh'::text, 'en'::text])))
  export_files_merchant_id_fkey: FOREIGN KEY (merchant_id) REFERENCES merchants(id)
  export_files_missed_check: CHECK ((missed >= 0))
  export_files_pkey: PRIMARY KEY (id)
  export_files_problem_check: CHECK ((problem = ANY (ARRAY['owner_inactive'::text, 'merchant_changed'::text, 'role_changed'::text, 'permission_lost'::text, 'invalid'::text, 'too_many_rows'::text, 'too_large'::text, 'too_slow'::text, 'no_room'::text, 'internal'::text])))
  export_files_row_count_check: CHECK ((row_count >= 0))
  export_files_schedule_id_fkey: FOREIGN KEY (schedule_id) REFERENCES export_schedules(id) ON DELETE SET NULL
  export_files_status_check: CHECK ((status = ANY (ARRAY['waiting'::text, 'running'::text, 'ready'::text, 'failed'::text, 'expired'::text])))
  export_files_user_id_fkey: FOREIGN KEY (user_id) REFERENCES users(id)
-- indexes
  CREATE INDEX export_files_deleted ON public.export_files USING btree (deleted_at) WHERE (deleted_at IS NOT NULL)
  CREATE UNIQUE INDEX export_files_due ON public.export_files USING btree (schedule_id, due_at) WHERE (due_at IS NOT NULL)
  CREATE UNIQUE INDEX export_files_one ON public.export_files USING btree (schedule_id) WHERE ((schedule_id IS NOT NULL) AND (status = ANY (ARRAY['waiting'::text, 'running'::text])) AND (deleted_at IS NULL))
  CREATE INDEX export_files_open ON public.export_files USING btree (id) WHERE (status = ANY (ARRAY['waiting'::text, 'running'::text]))
  CREATE INDEX export_files_ready ON public.export_files USING btree (expires_at) WHERE (status = 'ready'::text)
  CREATE INDEX export_files_schedule ON public.export_files USING btree (schedule_id, id)
  CREATE INDEX export_files_user ON public.export_files USING btree (user_id, id)
-- triggers
  CREATE TRIGGER export_files_guard BEFORE UPDATE ON public.export_files FOR EACH ROW WHEN ((old.status <> new.status)) EXECUTE FUNCTION export_files_guard()
-- the application may: delete, insert, select; update of attempts, byte_count, deleted_at, ended_at, expires_at, failures, file_name, lease_at, made_again, masks, problem, problem_most, problem_rows, row_count, status, version

table export_pieces (
  file_id integer not null,
  number integer not null,
  bytes bytea not null
)
-- constraints
  export_pieces_file_id_fkey: FOREIGN KEY (file_id) REFERENCES export_files(id) ON DELETE CASCADE
  export_pieces_number_check: CHECK ((number >= 0))
  export_pieces_pkey: PRIMARY KEY (file_id, number)
-- the application may: delete, insert, select

table export_schedules (
  id integer generated always as identity not null,
  user_id bigint not null,
  merchant_id bigint,
  user_type text not null,
  role_id integer,
  name text not null,
  list text not null,
  filters jsonb not null,
  date_range text,
  columns text[],
  totals boolean not null,
  format text not null,
  language text not null,
  frequency text not null,
  on_day integer,
  at_minute integer not null,
  channel text,
  status text default 'active'::text not null,
  pause_reason text,
  next_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  version integer default 1 not null
)
-- constraints
  export_schedules_at_minute_check: CHECK (((at_minute >= 0) AND (at_minute <= 1439)))
  export_schedules_channel_fkey: FOREIGN KEY (channel) REFERENCES alert_channels(channel)
  export_schedules_check: CHECK (((status = 'paused'::text) = (pause_reason IS NOT NULL)))
  export_schedules_check1: CHECK (
CASE frequency
    WHEN 'daily'::text THEN (on_day IS NULL)
    WHEN 'weekly'::text THEN ((on_day IS NOT NULL) AND ((on_day >= 1) AND (on_day <= 7)))
    ELSE ((on_day IS NOT NULL) AND ((on_day >= 1) AND (on_day <= 31)))
END)
  export_schedules_format_check: CHECK ((format = ANY (ARRAY['csv'::text, 'xlsx'::text, 'pdf'::text])))
  export_schedules_frequency_check: CHECK ((frequency = ANY (ARRAY['daily'::text, 'weekly'::text, 'monthly'::text])))
  export_schedules_language_check: CHECK ((language = ANY (ARRAY['zh'::text, 'en'::text])))
  export_schedules_merchant_id_fkey: FOREIGN KEY (merchant_id) REFERENCES merchants(id)
  export_schedules_name_check: CHECK (((length(name) >= 1) AND (length(name) <= 80)))
  export_schedules_pause_reason_check: CHECK ((pause_reason = ANY (ARRAY['by_person'::text, 'owner_inactive'::text, 'merchant_changed'::text, 'role_changed'::text, 'permission_lost'::text, 'invalid'::text])))
  export_schedules_pkey: PRIMARY KEY (id)
  export_schedules_status_check: CHECK ((status = ANY (ARRAY['active'::text, 'paused'::text])))
  export_schedules_user_id_fkey: FOREIGN KEY (user_id) REFERENCES users(id)
-- indexes
  CREATE INDEX export_schedules_deleted ON public.export_schedules USING btree (deleted_at) WHERE (deleted_at IS NOT NULL)
  CREATE INDEX export_schedules_due ON public.export_schedules USING btree (next_at) WHERE ((status = 'active'::text) AND (deleted_at IS NULL))
  CREATE INDEX export_schedules_user ON public.export_schedules USING btree (user_id, id)
-- triggers
  CREATE TRIGGER export_schedules_guard BEFORE UPDATE ON public.export_schedules FOR EACH ROW WHEN ((old.status <> new.status)) EXECUTE FUNCTION export_schedules_guard()
-- the application may: delete, insert, select; update of at_minute, channel, columns, date_range, deleted_at, filters, format, frequency, language, merchant_id, name, next_at, on_day, pause_reason, role_id, status, totals, user_type, version

table fee_rules (
  id bigint generated always as identity not null,
  merchant_id bigint not null,
  direction text not null,
  operator text,
  version integer not null,
  rate_bps integer default 0 not null,
  fixed bigint default 0 not null,
  min bigint,
  max bigint,
  tiers jsonb default '[]'::jsonb not null,
  withdrawn boolean default false not null,
  valid_from timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  created_by bigint,
  cancelled_at timestamp with time zone,
  cancelled_by bigint,
  applied_at timestamp with time zone
)
-- constraints
  fee_rules_cancelled_by_fkey: FOREIGN KEY (cancelled_by) REFERENCES users(id)
  fee_rules_check: CHECK (((NOT withdrawn) OR (operator IS NOT NULL)))
  fee_rules_check1: CHECK ((min <= max))
  fee_rules_created_by_fkey: FOREIGN KEY (created_by) REFERENCES users(id)
  fee_rules_direction_check: CHECK ((direction = ANY (ARRAY['payment'::text, 'disburse'::text])))
  fee_rules_fixed_check: CHECK ((fixed >= 0))
  fee_rules_max_check: CHECK ((max >= 0))
  fee_rules_merchant_id_fkey: FOREIGN KEY (merchant_id) REFERENCES merchants(id)
  fee_rules_min_check: CHECK ((min >= 0))
  fee_rules_pkey: PRIMARY KEY (id)
  fee_rules_rate_bps_check: CHECK (((rate_bps >= 0) AND (rate_bps <= 10000)))
  fee_rules_tiers_check: CHECK (fee_tiers_ok(tiers))
  fee_rules_version_check: CHECK ((version > 0))
-- indexes
  CREATE INDEX fee_rules_due ON public.fee_rules USING btree (valid_from) WHERE ((operator IS NULL) AND (cancelled_at IS NULL) AND (applied_at IS NULL))
  CREATE INDEX fee_rules_valid ON public.fee_rules USING btree (merchant_id, valid_from) WHERE (cancelled_at IS NULL)
  CREATE UNIQUE INDEX fee_rules_version ON public.fee_rules USING btree (merchant_id, direction, COALESCE(operator, ''::text), version)
-- triggers
  CREATE TRIGGER fee_rules_guard BEFORE UPDATE ON public.fee_rules FOR EACH ROW EXECUTE FUNCTION fee_rules_guard()
  CREATE CONSTRAINT TRIGGER fee_rules_reference_data AFTER INSERT OR DELETE OR UPDATE ON public.fee_rules DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION reference_data_version_move()
-- the application may: insert, select, update

table idempotency_keys (
  actor text not null,
  route text not null,
  key text not null,
  body_hash bytea not null,
  status integer,
  response text,
  at timestamp with time zone default now() not null
)
-- constraints
  idempotency_keys_pkey: PRIMARY KEY (actor, route, key)
-- indexes
  CREATE INDEX idempotency_keys_at ON public.idempotency_keys USING btree (at)
-- the application may: delete, insert, select, update

table integrity_checks (
  id bigint not null,
  ok boolean not null,
  entries bigint not null,
  accounts bigint not null,
  orders bigint not null,
  findings jsonb not null,
  checked_at timestamp with time zone default now() not null
)
-- constraints
  integrity_checks_pkey: PRIMARY KEY (id)
-- the application may: insert, select

table ledger_horizon (
  id integer default 1 not null,
  before_id bigint not null,
  waits_for xid8
)
-- constraints
  ledger_horizon_id_check: CHECK ((id = 1))
  ledger_horizon_pkey: PRIMARY KEY (id)
-- the application may: select

table ledger_rollup (
  account_id bigint not null,
  seq bigint default 0 not null,
  balance bigint default 0 not null
)
-- constraints
  ledger_rollup_account_id_fkey: FOREIGN KEY (account_id) REFERENCES accounts(id)
  ledger_rollup_pkey: PRIMARY KEY (account_id)
  ledger_rollup_seq_check: CHECK ((seq >= 0))
-- the application may: insert, select, update

table live_events (
  id bigint not null,
  kind text not null,
  object_id bigint not null,
  version integer not null,
  change text not null,
  merchant_id bigint
)
-- constraints
  live_events_change_check: CHECK ((change = ANY (ARRAY['created'::text, 'changed'::text])))
  live_events_pkey: PRIMARY KEY (id)
-- the application may: delete, insert, select

table manual_operations (
  id bigint not null,
  kind text not null,
  merchant_id bigint,
  wallet_id bigint,
  sms_id bigint,
  payment_id bigint,
  amount bigint,
  note text not null,
  maker bigint not null,
  checker bigint,
  status text default 'requested'::text not null,
  reason text,
  expires_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  version integer default 1 not null,
  preview jsonb default '[]'::jsonb not null,
  approval_id bigint,
  alone boolean default false not null
)
-- constraints
  manual_operations_amount_check: CHECK ((amount > 0))
  manual_operations_approval_id_fkey: FOREIGN KEY (approval_id) REFERENCES approvals(id)
  manual_operations_checker_fkey: FOREIGN KEY (checker) REFERENCES users(id)
  manual_operations_decided: CHECK (((status <> 'requested'::text) = (decided_at IS NOT NULL)))
  manual_operations_fields: CHECK (
CASE
    WHEN (kind = ANY (ARRAY['merchant_credit'::text, 'merchant_debit'::text])) THEN ((merchant_id IS NOT NULL) AND (amount IS NOT NULL) AND (wallet_id IS NULL) AND (sms_id IS NULL) AND (payment_id IS NULL))
    WHEN (kind = ANY (ARRAY['wallet_credit'::text, 'wallet_debit'::text, 'b2b_credit'::text, 'b2b_debit'::text])) THEN ((wallet_id IS NOT NULL) AND (amount IS NOT NULL) AND (merchant_id IS NULL) AND (sms_id IS NULL) AND (payment_id IS NULL))
    WHEN (kind = 'assign_message'::text) THEN ((sms_id IS NOT NULL) AND (payment_id IS NOT NULL) AND (merchant_id IS NOT NULL) AND (wallet_id IS NOT NULL))
    WHEN (kind = 'write_off'::text) THEN ((sms_id IS NOT NULL) AND (payment_id IS NULL) AND (merchant_id IS NULL) AND (wallet_id IS NOT NULL))
    WHEN (kind = 'payment_reversal'::text) THEN ((payment_id IS NOT NULL) AND (sms_id IS NULL) AND (merchant_id IS NOT NULL) AND (wallet_id IS NOT NULL))
    ELSE ((amount IS NOT NULL) AND (sms_id IS NULL) AND (payment_id IS NULL) AND ((merchant_id IS NULL) <> (wallet_id IS NULL)))
END)
  manual_operations_kind_check: CHECK ((kind = ANY (ARRAY['merchant_credit'::text, 'merchant_debit'::text, 'wallet_credit'::text, 'wallet_debit'::text, 'b2b_credit'::text, 'b2b_debit'::text, 'assign_message'::text, 'write_off'::text, 'payment_reversal'::text, 'opening'::text])))
  manual_operations_maker_checker: CHECK (((status <> 'applied'::text) OR ((checker IS NOT NULL) AND ((checker <> maker) OR alone))))
  manual_operations_maker_fkey: FOREIGN KEY (maker) REFERENCES users(id)
  manual_operations_merchant_id_fkey: FOREIGN KEY (merchant_id) REFERENCES merchants(id)
  manual_operations_note_check: CHECK ((length(note) > 0))
  manual_operations_pkey: PRIMARY KEY (id)
  manual_operations_status_check: CHECK ((status = ANY (ARRAY['requested'::text, 'applied'::text, 'rejected'::text, 'lapsed'::text])))
  manual_operations_wallet_id_fkey: FOREIGN KEY (wallet_id) REFERENCES wallets(id)
-- indexes
  CREATE UNIQUE INDEX manual_message_once ON public.manual_operations USING btree (sms_id) WHERE ((kind = ANY (ARRAY['assign_message'::text, 'write_off'::text])) AND (status = ANY (ARRAY['requested'::text, 'applied'::text])))
  CREATE UNIQUE INDEX manual_opening_once ON public.manual_operations USING btree (COALESCE(merchant_id, wallet_id)) WHERE ((kind = 'opening'::text) AND (status = ANY (ARRAY['requested'::text, 'applied'::text])))
  CREATE INDEX manual_operations_merchant ON public.manual_operations USING btree (merchant_id, id) WHERE (merchant_id IS NOT NULL)
  CREATE INDEX manual_operations_status ON public.manual_operations USING btree (status, id)
  CREATE INDEX manual_operations_wallet ON public.manual_operations USING btree (wallet_id, id) WHERE (wallet_id IS NOT NULL)
  CREATE UNIQUE INDEX manual_reversal_once ON public.manual_operations USING btree (payment_id) WHERE ((kind = 'payment_reversal'::text) AND (status = ANY (ARRAY['requested'::text, 'applied'::text])))
-- triggers
  CREATE TRIGGER manual_operations_guard BEFORE UPDATE ON public.manual_operations FOR EACH ROW EXECUTE FUNCTION manual_operations_guard()
-- the application may: insert, select, update

table merchant_order_keys (
  merchant_id bigint not null,
  direction text not null,
  key text not null,
  order_id bigint not null
)
-- constraints
  merchant_order_keys_direction_check: CHECK ((direction = ANY (ARRAY['payment'::text, 'disburse'::text])))
  merchant_order_keys_pkey: PRIMARY KEY (key, merchant_id, direction)
-- indexes
  CREATE INDEX merchant_order_keys_tail ON public.merchant_order_keys USING btree ("right"(key, 4))
-- the application may: insert, select

table merchants (
  id bigint not null,
  name text not null,
  owner text default ''::text not null,
  payment_rate_bps integer default 0 not null,
  payment_fixed bigint default 0 not null,
  payment_min bigint,
  payment_max bigint,
  disburse_rate_bps integer default 0 not null,
  disburse_fixed bigint default 0 not null,
  disburse_min bigint,
  disburse_max bigint,
  ip_whitelist text[] default '{}'::text[] not null,
  notify_url text,
  require_ack boolean default false not null,
  app_id text not null,
  app_secret_hash bytea not null,
  app_secret_last4 text not null,
  webhook_secret bytea not null,
  webhook_secret_previous bytea,
  webhook_previous_until timestamp with time zone,
  payments_open boolean default true not null,
  disburses_open boolean default true not null,
  enabled boolean default true not null,
  deleted_at timestamp with time zone,
  version integer default 1 not null,
  withdrawal_reserve bigint default 0 not null
)
-- constraints
  merchants_app_id_check: CHECK ((app_id ~ '^[a-z0-9]{8,32}$'::text))
  merchants_app_id_key: UNIQUE (app_id)
  merchants_app_secret_hash_key: UNIQUE (app_secret_hash)
  merchants_disburse_fixed_check: CHECK ((disburse_fixed >= 0))
  merchants_disburse_max_check: CHECK ((disburse_max >= 0))
  merchants_disburse_min_check: CHECK ((disburse_min >= 0))
  merchants_disburse_rate_bps_check: CHECK (((disburse_rate_bps >= 0) AND (disburse_rate_bps <= 10000)))
  merchants_name_check: CHECK (((length(name) >= 1) AND (length(name) <= 64)))
  merchants_payment_fixed_check: CHECK ((payment_fixed >= 0))
  merchants_payment_max_check: CHECK ((payment_max >= 0))
  merchants_payment_min_check: CHECK ((payment_min >= 0))
  merchants_payment_rate_bps_check: CHECK (((payment_rate_bps >= 0) AND (payment_rate_bps <= 10000)))
  merchants_pkey: PRIMARY KEY (id)
  merchants_withdrawal_reserve_check: CHECK ((withdrawal_reserve >= 0))
-- indexes
  CREATE INDEX merchants_deleted ON public.merchants USING btree (id) WHERE (deleted_at IS NOT NULL)
-- triggers
  CREATE TRIGGER merchants_fee_version AFTER UPDATE OF payment_rate_bps, payment_fixed, payment_min, payment_max, disburse_rate_bps, disburse_fixed, disburse_min, disburse_max ON public.merchants FOR EACH ROW EXECUTE FUNCTION merchants_fee_version()
  CREATE CONSTRAINT TRIGGER merchants_reference_data AFTER INSERT OR DELETE OR UPDATE ON public.merchants DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION reference_data_version_move()
-- the application may: insert, select, update

view merchants_served (
  id bigint
) security_invoker=true; body b76c0a71148694b6280c8b2314bae51e
-- the application may: select

table meta (
  key text not null,
  value jsonb not null
)
-- constraints
  meta_pkey: PRIMARY KEY (key)
-- the application may: insert, select

table open_payments (
  payment_id bigint not null,
  wallet_id bigint not null,
  amount bigint not null,
  payer text default ''::text not null,
  expired_at timestamp with time zone,
  expires_at timestamp with time zone not null
)
-- constraints
  open_payments_pkey: PRIMARY KEY (payment_id)
-- indexes
  CREATE INDEX open_payments_amount ON public.open_payments USING btree (amount, wallet_id)
  CREATE INDEX open_payments_due ON public.open_payments USING btree (expires_at) WHERE (expired_at IS NULL)
  CREATE INDEX open_payments_expired ON public.open_payments USING btree (expired_at) WHERE (expired_at IS NOT NULL)
  CREATE UNIQUE INDEX open_payments_slot ON public.open_payments USING btree (wallet_id, amount, payer) WHERE (expired_at IS NULL)
-- triggers
  CREATE TRIGGER open_payments_guard AFTER INSERT ON public.open_payments REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION open_payments_guard()
-- the application may: delete, insert, select, update

table operator_payouts (
  reference text not null,
  wallet_id bigint not null,
  operator_ref text,
  step text default 'begun'::text not null,
  lease_until timestamp with time zone,
  at timestamp with time zone default now() not null
)
-- constraints
  operator_payouts_pkey: PRIMARY KEY (reference)
  operator_payouts_step_check: CHECK ((step = ANY (ARRAY['begun'::text, 'batch'::text, 'item'::text, 'sent'::text])))
  operator_payouts_wallet_id_fkey: FOREIGN KEY (wallet_id) REFERENCES wallets(id)
-- the application may: insert, select, update

table operator_sessions (
  payment_id bigint not null,
  wallet_id bigint not null,
  operator text not null,
  no integer default 1 not null,
  state text default 'wanted'::text not null,
  operator_ref text,
  url text,
  hinted_at timestamp with time zone,
  asked_at timestamp with time zone,
  next_at timestamp with time zone default now() not null,
  lease_until timestamp with time zone,
  failures integer default 0 not null,
  last_error text
)
-- constraints
  operator_sessions_check: CHECK (((state = ANY (ARRAY['wanted'::text, 'refused'::text])) OR (operator_ref IS NOT NULL)))
  operator_sessions_check1: CHECK (((operator_ref IS NULL) = (url IS NULL)))
  operator_sessions_no_check: CHECK ((no > 0))
  operator_sessions_pkey: PRIMARY KEY (payment_id)
  operator_sessions_state_check: CHECK ((state = ANY (ARRAY['wanted'::text, 'open'::text, 'executing'::text, 'completed'::text, 'refused'::text, 'closed'::text])))
  operator_sessions_wallet_id_fkey: FOREIGN KEY (wallet_id) REFERENCES wallets(id)
-- indexes
  CREATE INDEX operator_sessions_due ON public.operator_sessions USING btree (next_at) WHERE (state = ANY (ARRAY['wanted'::text, 'open'::text, 'executing'::text]))
  CREATE UNIQUE INDEX operator_sessions_ref ON public.operator_sessions USING btree (operator, operator_ref) WHERE (operator_ref IS NOT NULL)
  CREATE INDEX operator_sessions_wallet ON public.operator_sessions USING btree (wallet_id) WHERE (state = ANY (ARRAY['wanted'::text, 'open'::text, 'executing'::text]))
-- the application may: insert, select, update

table operator_tokens (
  wallet_id bigint not null,
  product text not null,
  token bytea,
  fingerprint bytea,
  expires_at timestamp with time zone,
  grants timestamp with time zone[] default '{}'::timestamp with time zone[] not null,
  lease_until timestamp with time zone
)
-- constraints
  operator_tokens_pkey: PRIMARY KEY (wallet_id, product)
  operator_tokens_product_check: CHECK ((product = ANY (ARRAY['collect'::text, 'payout'::text])))
  operator_tokens_wallet_id_fkey: FOREIGN KEY (wallet_id) REFERENCES wallets(id)
-- the application may: insert, select, update

table order_events (
  id bigint not null,
  object_type text not null,
  object_id bigint not null,
  kind text not null,
  actor_type text not null,
  actor_id bigint,
  account text,
  data jsonb default '{}'::jsonb not null
) partition by RANGE (id)
-- constraints
  order_events_pkey: PRIMARY KEY (id)
-- indexes
  CREATE INDEX order_events_object ON ONLY public.order_events USING btree (object_id, id)
-- the application may: insert, select

table order_fee_rules (
  order_id bigint not null,
  tiers jsonb not null,
  rate_bps integer not null,
  fixed bigint not null
)
-- constraints
  order_fee_rules_fixed_check: CHECK ((fixed >= 0))
  order_fee_rules_pkey: PRIMARY KEY (order_id)
  order_fee_rules_rate_bps_check: CHECK (((rate_bps >= 0) AND (rate_bps <= 10000)))
  order_fee_rules_tiers_check: CHECK (fee_tiers_ok(tiers))
-- the application may: insert, select

table order_trx (
  payment_id bigint not null,
  operator text not null,
  trx_key text not null,
  trx_id text not null,
  at timestamp with time zone default now() not null,
  open boolean default true not null
)
-- constraints
  order_trx_pkey: PRIMARY KEY (payment_id, trx_key)
-- indexes
  CREATE INDEX order_trx_open ON public.order_trx USING btree (operator, trx_key, payment_id) WHERE open
  CREATE INDEX order_trx_payment ON public.order_trx USING btree (payment_id) WHERE open
-- the application may: insert, select; update of open

table outbox (
  id bigint not null,
  merchant_id bigint not null,
  object_type text not null,
  object_id bigint not null,
  type text not null,
  url text,
  body text not null,
  status text not null,
  attempts integer default 0 not null,
  attempt_log jsonb default '[]'::jsonb not null,
  last_code integer,
  next_at timestamp with time zone,
  lease_until timestamp with time zone,
  by_hand boolean default false not null,
  give_up_at timestamp with time zone,
  target text generated always as (COALESCE(lower("substring"(url, '^[hH][tT][tT][pP][sS]?://([^/?#\\]+)'::text)), '?'::text)) stored
)
-- constraints
  outbox_pkey: PRIMARY KEY (id)
  outbox_status_check: CHECK ((status = ANY (ARRAY['waiting'::text, 'failed'::text, 'stopped'::text, 'delivered'::text, 'none'::text])))
-- indexes
  CREATE INDEX outbox_due ON public.outbox USING btree (target, next_at) WHERE (status = 'waiting'::text)
  CREATE INDEX outbox_merchant ON public.outbox USING btree (merchant_id, id)
  CREATE INDEX outbox_object ON public.outbox USING btree (object_id, id)
  CREATE INDEX outbox_unsent ON public.outbox USING btree (status, id) WHERE (status = ANY (ARRAY['none'::text, 'failed'::text, 'stopped'::text]))
-- the application may: insert, select; update of by_hand, give_up_at, lease_until, next_at, status, url

table passkey_challenges (
  challenge text not null,
  purpose text not null,
  session_id bigint,
  asked_from text,
  expires_at timestamp with time zone not null
)
-- constraints
  passkey_challenges_check: CHECK (((purpose = 'signin'::text) = (session_id IS NULL)))
  passkey_challenges_pkey: PRIMARY KEY (challenge)
  passkey_challenges_purpose_check: CHECK ((purpose = ANY (ARRAY['signin'::text, 'check'::text, 'register'::text])))
  passkey_challenges_session_id_fkey: FOREIGN KEY (session_id) REFERENCES sessions(id)
-- indexes
  CREATE INDEX passkey_challenges_end ON public.passkey_challenges USING btree (expires_at)
  CREATE INDEX passkey_challenges_from ON public.passkey_challenges USING btree (asked_from) WHERE (asked_from IS NOT NULL)
-- the application may: delete, insert, select

table passkeys (
  credential_id text not null,
  user_id bigint not null,
  rp_id text not null,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] default '{}'::text[] not null,
  name text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone
)
-- constraints
  passkeys_name_check: CHECK (((length(name) >= 1) AND (length(name) <= 64)))
  passkeys_pkey: PRIMARY KEY (credential_id)
  passkeys_sign_count_check: CHECK ((sign_count >= 0))
  passkeys_user_id_fkey: FOREIGN KEY (user_id) REFERENCES users(id)
-- indexes
  CREATE INDEX passkeys_user ON public.passkeys USING btree (user_id)
-- the application may: delete, insert, select; update of last_used_at, name, sign_count

table payments (
  id bigint not null,
  merchant_id bigint not null,
  merchant_order_id text not null,
  operator text not null,
  wallet_id bigint not null,
  amount bigint not null,
  received_amount bigint,
  fee bigint,
  fee_rate_bps integer not null,
  fee_fixed bigint not null,
  fee_min bigint,
  fee_max bigint,
  trx_id text,
  trx_key text,
  customer text,
  user_ref text,
  status text default 'pending'::text not null,
  reason text,
  expires_at timestamp with time zone not null,
  paid_at timestamp with time zone,
  remote_ip text,
  notify_url text,
  payment_url text,
  metadata jsonb,
  staff text[] default '{}'::text[] not null,
  notes jsonb default '[]'::jsonb not null,
  message_id bigint,
  disputed_at timestamp with time zone,
  reversed_at timestamp with time zone,
  notify_status text default 'none'::text not null,
  notify_attempts integer default 0 not null,
  notify_last_code integer,
  notify_next_at timestamp with time zone,
  routing json,
  request_hash bytea not null,
  version integer default 1 not null,
  aside text generated always as (
CASE
    WHEN (status <> ALL (ARRAY['pending'::text, 'completed'::text])) THEN status
    ELSE NULL::text
END) stored,
  undelivered text generated always as (
CASE
    WHEN (notify_status = ANY (ARRAY['failed'::text, 'stopped'::text])) THEN notify_status
    ELSE NULL::text
END) stored,
  paid_late_at timestamp with time zone generated always as (
CASE
    WHEN ((paid_at - to_timestamp(((((id >> 12) + '1577836800000'::bigint))::double precision / (1000)::double precision))) > '01:00:00'::interval) THEN paid_at
    ELSE NULL::timestamp with time zone
END) stored
) partition by RANGE (id)
-- constraints
  payments_amount_check: CHECK ((amount > 0))
  payments_check: CHECK (((status = 'completed'::text) = (paid_at IS NOT NULL)))
  payments_completed: CHECK (((status <> 'completed'::text) OR ((received_amount IS NOT NULL) AND (fee IS NOT NULL) AND (trx_id IS NOT NULL))))
  payments_fee_check: CHECK ((fee >= 0))
  payments_notify_status_check: CHECK ((notify_status = ANY (ARRAY['none'::text, 'waiting'::text, 'delivered'::text, 'failed'::text, 'stopped'::text])))
  payments_pkey: PRIMARY KEY (id)
  payments_received_amount_check: CHECK ((received_amount > 0))
  payments_status_check: CHECK ((status = ANY (ARRAY['pending'::text, 'completed'::text, 'review'::text, 'expired'::text, 'rejected'::text, 'cancelled'::text])))
-- indexes
  CREATE INDEX payments_aside ON ONLY public.payments USING btree (aside, id) WHERE (aside IS NOT NULL)
  CREATE INDEX payments_customer ON ONLY public.payments USING btree (customer, id) WHERE (customer IS NOT NULL)
  CREATE INDEX payments_merchant ON ONLY public.payments USING btree (merchant_id, id)
  CREATE INDEX payments_paid_late ON ONLY public.payments USING btree (paid_late_at) WHERE (paid_late_at IS NOT NULL)
  CREATE INDEX payments_undelivered ON ONLY public.payments USING btree (undelivered, id) WHERE (undelivered IS NOT NULL)
  CREATE INDEX payments_wallet ON ONLY public.payments USING btree (wallet_id, id)
-- triggers
  CREATE TRIGGER payments_guard BEFORE UPDATE ON public.payments FOR EACH ROW WHEN ((((old.status IS DISTINCT FROM new.status) OR (old.amount <> new.amount) OR (old.merchant_id <> new.merchant_id) OR (old.wallet_id <> new.wallet_id) OR (old.merchant_order_id <> new.merchant_order_id) OR (old.operator <> new.operator) OR (old.fee IS DISTINCT FROM new.fee) OR (old.received_amount IS DISTINCT FROM new.received_amount) OR (old.trx_key IS DISTINCT FROM new.trx_key)) AND (NOT ((old.status = 'pending'::text) AND (new.status = 'completed'::text) AND (old.amount = new.amount) AND (old.merchant_id = new.merchant_id) AND (old.wallet_id = new.wallet_id) AND (old.merchant_order_id = new.merchant_order_id) AND (old.operator = new.operator))))) EXECUTE FUNCTION payments_guard()
  CREATE TRIGGER payments_reversed_once BEFORE UPDATE OF reversed_at ON public.payments FOR EACH ROW WHEN ((old.reversed_at IS DISTINCT FROM new.reversed_at)) EXECUTE FUNCTION payments_reversed_once()
-- the application may: insert, select, update

view payments_undecided (
  id bigint,
  merchant_id bigint,
  operator text,
  wallet_id bigint,
  amount bigint,
  status text
) security_invoker=true; body 4a4510c776e1a3a3508c83a78a103d04
-- the application may: select

table recovery_codes (
  user_id bigint not null,
  code_hash bytea not null
)
-- constraints
  recovery_codes_pkey: PRIMARY KEY (user_id, code_hash)
  recovery_codes_user_id_fkey: FOREIGN KEY (user_id) REFERENCES users(id)
-- the application may: delete, insert, select

table reference_data_version (
  id integer default 1 not null,
  n bigint default 1 not null,
  moved_by xid8
)
-- constraints
  reference_data_version_id_check: CHECK ((id = 1))
  reference_data_version_pkey: PRIMARY KEY (id)
-- the application may: select

table routing_epoch (
  id integer default 1 not null,
  n bigint default 1 not null
)
-- constraints
  routing_epoch_id_check: CHECK ((id = 1))
  routing_epoch_pkey: PRIMARY KEY (id)
-- the application may: select

table schema_migrations (
  name text not null,
  digest text not null,
  applied_at timestamp with time zone default now() not null
)
-- constraints
  schema_migrations_pkey: PRIMARY KEY (name)
-- the application may: select

table schema_release (
  one boolean default true not null,
  release integer not null,
  works_from integer not null
)
-- constraints
  schema_release_one_check: CHECK (one)
  schema_release_pkey: PRIMARY KEY (one)
-- the application may: select

table seal_keys (
  id text not null,
  no integer not null,
  public_key bytea not null,
  private_key bytea not null,
  endorsement bytea,
  from_at timestamp with time zone default now() not null
)
-- constraints
  seal_keys_check: CHECK (((endorsement IS NULL) = (no = 1)))
  seal_keys_no_check: CHECK ((no > 0))
  seal_keys_no_key: UNIQUE (no)
  seal_keys_pkey: PRIMARY KEY (id)
-- the application may: insert, select

table sessions (
  id bigint not null,
  user_id bigint not null,
  token_hash bytea not null,
  last_seen_at timestamp with time zone default now() not null,
  last_act_at timestamp with time zone default now() not null,
  ip text,
  user_agent text default ''::text not null,
  rechecked_at timestamp with time zone,
  proved_at timestamp with time zone,
  ended_at timestamp with time zone,
  end_reason text,
  device_hash bytea
)
-- constraints
  sessions_pkey: PRIMARY KEY (id)
  sessions_token_hash_key: UNIQUE (token_hash)
  sessions_user_id_fkey: FOREIGN KEY (user_id) REFERENCES users(id)
-- indexes
  CREATE INDEX sessions_user ON public.sessions USING btree (user_id) WHERE (ended_at IS NULL)
  CREATE INDEX sessions_user_all ON public.sessions USING btree (user_id, id)
-- the application may: insert, select, update

table shared_links (
  id bigint generated always as identity not null,
  token_hash bytea not null,
  object_type text not null,
  object_id bigint not null,
  user_id bigint not null,
  merchant_id bigint,
  language text not null,
  with_amount boolean not null,
  made_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  opened integer default 0 not null,
  last_opened_at timestamp with time zone
)
-- constraints
  shared_links_check: CHECK ((expires_at > made_at))
  shared_links_language_check: CHECK ((language = ANY (ARRAY['zh'::text, 'en'::text])))
  shared_links_merchant_id_fkey: FOREIGN KEY (merchant_id) REFERENCES merchants(id)
  shared_links_object_type_check: CHECK ((object_type = ANY (ARRAY['payment'::text, 'disburse'::text, 'withdrawal'::text])))
  shared_links_pkey: PRIMARY KEY (id)
  shared_links_token_hash_check: CHECK ((octet_length(token_hash) = 32))
  shared_links_token_hash_key: UNIQUE (token_hash)
  shared_links_user_id_fkey: FOREIGN KEY (user_id) REFERENCES users(id)
-- indexes
  CREATE INDEX shared_links_expiry ON public.shared_links USING btree (expires_at)
  CREATE INDEX shared_links_object ON public.shared_links USING btree (object_id, object_type)
-- the application may: delete, insert, select; update of last_opened_at, opened, revoked_at

table signin_failures (
  id bigint generated always as identity not null,
  scope text not null,
  subject text not null,
  at timestamp with time zone default now() not null
)
-- constraints
  signin_failures_pkey: PRIMARY KEY (id)
  signin_failures_scope_check: CHECK ((scope = ANY (ARRAY['account'::text, 'address'::text, 'code'::text])))
-- indexes
  CREATE INDEX signin_failures_subject ON public.signin_failures USING btree (scope, subject, at)
-- the application may: delete, insert, select

table sms (
  id bigint not null,
  wallet_id bigint,
  device_id bigint,
  operator text,
  sender text,
  text text not null,
  class text,
  kind text not null,
  direction text not null,
  amount bigint,
  fee bigint,
  commission bigint,
  extra bigint,
  balance bigint,
  trx_id text,
  trx_key text,
  counterparty text,
  reference text,
  operator_time timestamp with time zone,
  sent_at timestamp with time zone,
  received_at timestamp with time zone not null,
  match_status text not null,
  payment_id bigint,
  disburse_id bigint,
  transfer_id bigint,
  continuity text default 'unknown'::text not null,
  reasons text[] default '{}'::text[] not null,
  evidence jsonb default '[]'::jsonb not null,
  rule_id text,
  rule_version integer,
  origin text default 'device'::text not null,
  booked_txn bigint,
  in_suspense boolean default false not null,
  held_until timestamp with time zone,
  processed boolean default true not null,
  version integer default 1 not null,
  withdrawal_id bigint
) partition by RANGE (id)
-- constraints
  sms_continuity_check: CHECK ((continuity = ANY (ARRAY['fits'::text, 'break'::text, 'unknown'::text])))
  sms_direction_check: CHECK ((direction = ANY (ARRAY['credit'::text, 'debit'::text, 'none'::text])))
  sms_match_status_check: CHECK ((match_status = ANY (ARRAY['matched'::text, 'unmatched'::text, 'ignored'::text, 'duplicate'::text, 'unparsed'::text, 'suspicious'::text, 'other'::text, 'held'::text, 'review'::text])))
  sms_origin_check: CHECK ((origin = ANY (ARRAY['device'::text, 'manual'::text, 'operator'::text])))
  sms_pkey: PRIMARY KEY (id)
-- indexes
  CREATE INDEX sms_break ON ONLY public.sms USING btree (id) WHERE (continuity = 'break'::text)
  CREATE INDEX sms_counterparty ON ONLY public.sms USING btree (counterparty, id) WHERE (counterparty IS NOT NULL)
  CREATE INDEX sms_held ON ONLY public.sms USING btree (held_until) WHERE (match_status = 'held'::text)
  CREATE INDEX sms_open ON ONLY public.sms USING btree (match_status, id) WHERE (match_status = ANY (ARRAY['unmatched'::text, 'review'::text, 'held'::text, 'unparsed'::text, 'suspicious'::text]))
  CREATE INDEX sms_payment ON ONLY public.sms USING btree (payment_id) WHERE (payment_id IS NOT NULL)
  CREATE INDEX sms_suspense ON ONLY public.sms USING btree (id) WHERE in_suspense
  CREATE INDEX sms_trx ON ONLY public.sms USING btree (trx_key) WHERE (trx_key IS NOT NULL)
  CREATE INDEX sms_unprocessed ON ONLY public.sms USING btree (id) WHERE (NOT processed)
  CREATE INDEX sms_waiting ON ONLY public.sms USING btree (wallet_id, id) WHERE ((match_status = 'held'::text) OR ((match_status = 'review'::text) AND (booked_txn IS NULL)))
  CREATE INDEX sms_wallet ON ONLY public.sms USING btree (wallet_id, id)
-- triggers
  CREATE TRIGGER wallet_reports_forget AFTER UPDATE ON public.sms FOR EACH ROW WHEN (((old.kind IS DISTINCT FROM new.kind) OR (old.direction IS DISTINCT FROM new.direction) OR (old.amount IS DISTINCT FROM new.amount) OR (old.balance IS DISTINCT FROM new.balance) OR (old.wallet_id IS DISTINCT FROM new.wallet_id) OR (old.continuity IS DISTINCT FROM new.continuity) OR (old.match_status IS DISTINCT FROM new.match_status) OR (old.transfer_id IS DISTINCT FROM new.transfer_id) OR (old.withdrawal_id IS DISTINCT FROM new.withdrawal_id))) EXECUTE FUNCTION wallet_reports_forget()
-- the application may: insert, select; update of amount, balance, booked_txn, class, commission, continuity, counterparty, direction, disburse_id, evidence, extra, fee, held_until, in_suspense, kind, match_status, operator, operator_time, payment_id, processed, reasons, reference, rule_id, rule_version, transfer_id, trx_id, trx_key, version, wallet_id, withdrawal_id

table sms_bookings (
  wallet_id bigint not null,
  kind text not null,
  trx_key text not null,
  sms_id bigint not null
)
-- constraints
  sms_bookings_pkey: PRIMARY KEY (wallet_id, trx_key, kind)
-- the application may: insert, select

table sms_endings (
  id bigint not null,
  operator text not null,
  text text not null,
  note text,
  sms_id bigint,
  status text default 'draft'::text not null,
  created_by bigint not null,
  created_at timestamp with time zone not null,
  switched_by bigint,
  switched_at timestamp with time zone,
  version integer default 1 not null
)
-- constraints
  sms_endings_check: CHECK (((status = 'draft'::text) = (switched_at IS NULL)))
  sms_endings_check1: CHECK (((switched_by IS NULL) = (switched_at IS NULL)))
  sms_endings_created_by_fkey: FOREIGN KEY (created_by) REFERENCES users(id)
  sms_endings_pkey: PRIMARY KEY (id)
  sms_endings_status_check: CHECK ((status = ANY (ARRAY['draft'::text, 'on'::text, 'off'::text])))
  sms_endings_switched_by_fkey: FOREIGN KEY (switched_by) REFERENCES users(id)
  sms_endings_text_check: CHECK (((length(text) >= 8) AND (length(text) <= 200)))
-- indexes
  CREATE INDEX sms_endings_on ON public.sms_endings USING btree (operator, id) WHERE (status = 'on'::text)
  CREATE UNIQUE INDEX sms_endings_same ON public.sms_endings USING btree (operator, lower(text))
-- triggers
  CREATE TRIGGER sms_endings_guard BEFORE UPDATE ON public.sms_endings FOR EACH ROW EXECUTE FUNCTION sms_endings_guard()
-- the application may: insert, select; update of status, switched_at, switched_by, version

table sms_keys (
  key bytea not null,
  sms_id bigint not null,
  at timestamp with time zone default now() not null
)
-- constraints
  sms_keys_pkey: PRIMARY KEY (key)
-- the application may: insert, select; update of at

table sms_rule_notes (
  shadow_id bigint not null,
  sms_id bigint not null,
  was text not null,
  differs text[] default '{}'::text[] not null,
  rule_id text
)
-- constraints
  sms_rule_notes_pkey: PRIMARY KEY (shadow_id, sms_id)
  sms_rule_notes_shadow_id_fkey: FOREIGN KEY (shadow_id) REFERENCES sms_rule_shadows(id)
  sms_rule_notes_was_check: CHECK ((was = ANY (ARRAY['unread'::text, 'noise'::text, 'open'::text, 'differs'::text, 'agrees'::text])))
-- the application may: insert, select

table sms_rule_shadows (
  id bigint not null,
  rule_id bigint not null,
  ended_at timestamp with time zone,
  seen_id bigint not null,
  looked bigint default 0 not null,
  unread bigint default 0 not null,
  noise bigint default 0 not null,
  open bigint default 0 not null,
  differs bigint default 0 not null,
  agrees bigint default 0 not null
)
-- constraints
  sms_rule_shadows_pkey: PRIMARY KEY (id)
  sms_rule_shadows_rule_id_fkey: FOREIGN KEY (rule_id) REFERENCES sms_rules(id)
-- indexes
  CREATE INDEX sms_rule_shadows_rule ON public.sms_rule_shadows USING btree (rule_id, id)
  CREATE UNIQUE INDEX sms_rule_shadows_running ON public.sms_rule_shadows USING btree (rule_id) WHERE (ended_at IS NULL)
-- the application may: insert, select; update of agrees, differs, ended_at, looked, noise, open, seen_id, unread

table sms_rules (
  id bigint not null,
  operator text not null,
  class text not null,
  template text not null,
  note text not null,
  status text default 'draft'::text not null,
  edition integer default 1 not null,
  replaces bigint,
  line bigint not null,
  created_by bigint not null,
  created_at timestamp with time zone not null,
  switched_by bigint,
  switched_at timestamp with time zone,
  promoted_by bigint,
  promoted_at timestamp with time zone,
  version integer default 1 not null
)
-- constraints
  sms_rules_check: CHECK (((status = 'draft'::text) = (switched_at IS NULL)))
  sms_rules_check1: CHECK (((switched_by IS NULL) = (switched_at IS NULL)))
  sms_rules_check2: CHECK (((promoted_by IS NULL) = (promoted_at IS NULL)))
  sms_rules_check3: CHECK (((status <> 'on'::text) OR (promoted_at IS NOT NULL)))
  sms_rules_created_by_fkey: FOREIGN KEY (created_by) REFERENCES users(id)
  sms_rules_edition_check: CHECK ((edition > 0))
  sms_rules_line_fkey: FOREIGN KEY (line) REFERENCES sms_rules(id)
  sms_rules_pkey: PRIMARY KEY (id)
  sms_rules_promoted_by_fkey: FOREIGN KEY (promoted_by) REFERENCES users(id)
  sms_rules_replaces_fkey: FOREIGN KEY (replaces) REFERENCES sms_rules(id)
  sms_rules_status_check: CHECK ((status = ANY (ARRAY['draft'::text, 'shadow'::text, 'on'::text, 'off'::text])))
  sms_rules_switched_by_fkey: FOREIGN KEY (switched_by) REFERENCES users(id)
  sms_rules_template_check: CHECK (((length(template) >= 20) AND (length(template) <= 1000)))
-- indexes
  CREATE INDEX sms_rules_line ON public.sms_rules USING btree (line)
  CREATE UNIQUE INDEX sms_rules_line_on ON public.sms_rules USING btree (line) WHERE (status = 'on'::text)
  CREATE INDEX sms_rules_on ON public.sms_rules USING btree (operator, id) WHERE (status = 'on'::text)
  CREATE UNIQUE INDEX sms_rules_replaced ON public.sms_rules USING btree (replaces) WHERE (replaces IS NOT NULL)
  CREATE UNIQUE INDEX sms_rules_same ON public.sms_rules USING btree (operator, class, md5(template))
-- triggers
  CREATE TRIGGER sms_rules_guard BEFORE UPDATE ON public.sms_rules FOR EACH ROW EXECUTE FUNCTION sms_rules_guard()
-- the application may: insert, select, update

table statement_imports (
  id bigint not null,
  wallet_id bigint not null,
  file_name text not null,
  lines integer not null,
  from_day date not null,
  to_day date not null,
  from_at timestamp with time zone not null,
  to_at timestamp with time zone not null,
  user_id bigint not null,
  account text not null,
  replaced_by bigint
)
-- constraints
  statement_imports_check: CHECK (((from_day <= to_day) AND (from_at < to_at)))
  statement_imports_lines_check: CHECK ((lines > 0))
  statement_imports_pkey: PRIMARY KEY (id)
  statement_imports_replaced_by_fkey: FOREIGN KEY (replaced_by) REFERENCES statement_imports(id)
  statement_imports_wallet_id_fkey: FOREIGN KEY (wallet_id) REFERENCES wallets(id)
-- indexes
  CREATE INDEX statement_imports_wallet ON public.statement_imports USING btree (wallet_id, to_day)
-- the application may: insert, select; update of replaced_by

table statement_lines (
  wallet_id bigint not null,
  direction text not null,
  trx_key text not null,
  trx_id text not null,
  amount bigint not null,
  fee bigint,
  balance bigint,
  at timestamp with time zone not null,
  day date not null,
  counterparty text,
  kind text,
  import_id bigint not null,
  line integer not null
)
-- constraints
  statement_lines_amount_check: CHECK ((amount > 0))
  statement_lines_direction_check: CHECK ((direction = ANY (ARRAY['credit'::text, 'debit'::text])))
  statement_lines_import_id_fkey: FOREIGN KEY (import_id) REFERENCES statement_imports(id)
  statement_lines_line_check: CHECK ((line > 0))
  statement_lines_pkey: PRIMARY KEY (wallet_id, direction, trx_key)
  statement_lines_wallet_id_fkey: FOREIGN KEY (wallet_id) REFERENCES wallets(id)
-- indexes
  CREATE INDEX statement_lines_day ON public.statement_lines USING btree (wallet_id, day)
-- the application may: insert, select; update of at, day, import_id, line

table stats_batches (
  hours timestamp with time zone[] not null,
  merchants bigint[] not null,
  operators text[] not null,
  created_counts integer[],
  created_amounts bigint[],
  completed_counts integer[],
  completed_amounts bigint[],
  fees bigint[]
)
-- the application may: delete, insert, select

table stats_delta (
  hour timestamp with time zone not null,
  merchant_id bigint not null,
  operator text not null,
  created_count integer default 0 not null,
  created_amount bigint default 0 not null,
  completed_count integer default 0 not null,
  completed_amount bigint default 0 not null,
  fees bigint default 0 not null,
  disbursed_count integer default 0 not null,
  disbursed_amount bigint default 0 not null,
  disburse_fees bigint default 0 not null
)
-- the application may: delete, insert, select

table stats_hourly (
  hour timestamp with time zone not null,
  merchant_id bigint not null,
  operator text not null,
  created_count bigint default 0 not null,
  created_amount bigint default 0 not null,
  completed_count bigint default 0 not null,
  completed_amount bigint default 0 not null,
  fees bigint default 0 not null,
  disbursed_count bigint default 0 not null,
  disbursed_amount bigint default 0 not null,
  disburse_fees bigint default 0 not null
)
-- constraints
  stats_hourly_pkey: PRIMARY KEY (hour, merchant_id, operator)
-- indexes
  CREATE INDEX stats_hourly_merchant ON public.stats_hourly USING btree (merchant_id, hour)
-- the application may: insert, select, update

view stats_recent (
  hour timestamp with time zone,
  merchant_id bigint,
  operator text,
  created_count integer,
  created_amount bigint,
  completed_count integer,
  completed_amount bigint,
  fees bigint,
  disbursed_count integer,
  disbursed_amount bigint,
  disburse_fees bigint
) security_invoker=true; body 599913483f4e40ebc5d70e572181cfc4
-- the application may: select

table switches (
  id bigint not null,
  scope text not null,
  direction text not null,
  operator text,
  merchant_id bigint,
  wallet_id bigint,
  reason text not null,
  closed_by bigint,
  closed_at timestamp with time zone default now() not null,
  reopen_at timestamp with time zone,
  opened_at timestamp with time zone,
  opened_by bigint,
  note text,
  version integer default 1 not null
)
-- constraints
  switches_check: CHECK (((scope = 'merchant'::text) OR ((scope = 'operator'::text) = (operator IS NOT NULL))))
  switches_check1: CHECK (((scope = 'merchant'::text) = (merchant_id IS NOT NULL)))
  switches_check2: CHECK (((scope = 'wallet'::text) = (wallet_id IS NOT NULL)))
  switches_check3: CHECK ((reopen_at > closed_at))
  switches_check4: CHECK (((opened_at IS NOT NULL) OR (opened_by IS NULL)))
  switches_closed_by_fkey: FOREIGN KEY (closed_by) REFERENCES users(id)
  switches_direction_check: CHECK ((direction = ANY (ARRAY['in'::text, 'out'::text, 'both'::text])))
  switches_merchant_id_fkey: FOREIGN KEY (merchant_id) REFERENCES merchants(id)
  switches_opened_by_fkey: FOREIGN KEY (opened_by) REFERENCES users(id)
  switches_pkey: PRIMARY KEY (id)
  switches_reason_check: CHECK (((length(reason) >= 1) AND (length(reason) <= 500)))
  switches_scope_check: CHECK ((scope = ANY (ARRAY['platform'::text, 'operator'::text, 'merchant'::text, 'wallet'::text])))
  switches_wallet_id_fkey: FOREIGN KEY (wallet_id) REFERENCES wallets(id)
-- indexes
  CREATE UNIQUE INDEX switches_closed ON public.switches USING btree (scope, COALESCE(operator, ''::text), COALESCE(merchant_id, (0)::bigint), COALESCE(wallet_id, (0)::bigint), direction) WHERE (opened_at IS NULL)
  CREATE INDEX switches_reopen ON public.switches USING btree (reopen_at) WHERE ((opened_at IS NULL) AND (reopen_at IS NOT NULL))
-- triggers
  CREATE TRIGGER switches_epoch AFTER INSERT OR UPDATE ON public.switches FOR EACH STATEMENT EXECUTE FUNCTION routing_epoch_bump()
  CREATE TRIGGER switches_guard BEFORE UPDATE ON public.switches FOR EACH ROW EXECUTE FUNCTION switches_guard()
-- the application may: insert, select, update

table transfers (
  id bigint not null,
  kind text not null,
  from_wallet_id bigint,
  to_wallet_id bigint,
  amount bigint not null,
  cost bigint default 0 not null,
  status text default 'pending'::text not null,
  maker bigint not null,
  checker bigint,
  note text default ''::text not null,
  reason text,
  completed_at timestamp with time zone,
  version integer default 1 not null,
  expected_cost bigint default 0 not null,
  frozen bigint default 0 not null,
  approved_at timestamp with time zone,
  one_person boolean default false not null,
  out_at timestamp with time zone,
  out_sms_id bigint,
  out_trx_id text,
  out_trx_key text,
  in_at timestamp with time zone,
  in_sms_id bigint,
  in_trx_id text,
  in_trx_key text
)
-- constraints
  transfers_amount_check: CHECK ((amount > 0))
  transfers_check: CHECK (((kind = 'wallet'::text) = ((from_wallet_id IS NOT NULL) AND (to_wallet_id IS NOT NULL))))
  transfers_check1: CHECK (((kind <> 'b2b_in'::text) OR ((from_wallet_id IS NULL) AND (to_wallet_id IS NOT NULL))))
  transfers_check2: CHECK (((kind <> 'b2b_out'::text) OR ((from_wallet_id IS NOT NULL) AND (to_wallet_id IS NULL))))
  transfers_check3: CHECK ((from_wallet_id IS DISTINCT FROM to_wallet_id))
  transfers_completed: CHECK (((status <> 'completed'::text) OR ((completed_at IS NOT NULL) AND ((from_wallet_id IS NULL) OR (out_at IS NOT NULL)) AND ((to_wallet_id IS NULL) OR (in_at IS NOT NULL)))))
  transfers_cost_check: CHECK ((cost >= 0))
  transfers_expected_cost_check: CHECK ((expected_cost >= 0))
  transfers_from_wallet_id_fkey: FOREIGN KEY (from_wallet_id) REFERENCES wallets(id)
  transfers_frozen: CHECK (((frozen = 0) OR ((status = 'processing'::text) AND (from_wallet_id IS NOT NULL) AND (out_at IS NULL))))
  transfers_frozen_check: CHECK ((frozen >= 0))
  transfers_kind_check: CHECK ((kind = ANY (ARRAY['wallet'::text, 'b2b_in'::text, 'b2b_out'::text])))
  transfers_maker_checker: CHECK (((checker IS DISTINCT FROM maker) OR one_person))
  transfers_pkey: PRIMARY KEY (id)
  transfers_reason: CHECK (((status <> 'failed'::text) OR (reason IS NOT NULL)))
  transfers_sides: CHECK ((((from_wallet_id IS NOT NULL) OR (out_at IS NULL)) AND ((to_wallet_id IS NOT NULL) OR (in_at IS NULL))))
  transfers_status_check: CHECK ((status = ANY (ARRAY['pending'::text, 'processing'::text, 'completed'::text, 'failed'::text, 'cancelled'::text])))
  transfers_to_wallet_id_fkey: FOREIGN KEY (to_wallet_id) REFERENCES wallets(id)
-- indexes
  CREATE INDEX transfers_in_trx ON public.transfers USING btree (in_trx_key) WHERE (in_trx_key IS NOT NULL)
  CREATE INDEX transfers_open_from ON public.transfers USING btree (from_wallet_id, id) WHERE (status = ANY (ARRAY['pending'::text, 'processing'::text]))
  CREATE INDEX transfers_open_to ON public.transfers USING btree (to_wallet_id, id) WHERE (status = ANY (ARRAY['pending'::text, 'processing'::text]))
  CREATE INDEX transfers_out_trx ON public.transfers USING btree (out_trx_key) WHERE (out_trx_key IS NOT NULL)
  CREATE INDEX transfers_status ON public.transfers USING btree (status, id)
  CREATE INDEX transfers_unproven_from ON public.transfers USING btree (from_wallet_id, id) WHERE ((status = 'completed'::text) AND (out_sms_id IS NULL))
  CREATE INDEX transfers_unproven_to ON public.transfers USING btree (to_wallet_id, id) WHERE ((status = 'completed'::text) AND (in_sms_id IS NULL))
-- triggers
  CREATE TRIGGER transfers_guard BEFORE UPDATE ON public.transfers FOR EACH ROW EXECUTE FUNCTION transfers_guard()
-- the application may: insert, select, update

table trx_used (
  operator text not null,
  trx_key text not null,
  direction text not null,
  object_type text not null,
  object_id bigint not null,
  sms_id bigint,
  amount bigint not null,
  wallet_id bigint not null,
  at timestamp with time zone default now() not null
)
-- constraints
  trx_used_direction_check: CHECK ((direction = ANY (ARRAY['credit'::text, 'debit'::text])))
  trx_used_pkey: PRIMARY KEY (operator, trx_key, direction)
-- indexes
  CREATE INDEX trx_used_tail ON public.trx_used USING btree ("right"(trx_key, 3))
-- triggers
  CREATE TRIGGER trx_used_guard BEFORE DELETE ON public.trx_used FOR EACH ROW EXECUTE FUNCTION trx_used_guard()
-- the application may: insert, select

table unreported_movements (
  id bigint not null,
  wallet_id bigint not null,
  direction text not null,
  amount bigint not null,
  expected_cost bigint default 0 not null,
  object_type text not null,
  object_id bigint not null,
  source text not null,
  trx_id text,
  trx_key text,
  counterparty text,
  said_at timestamp with time zone default now() not null,
  contradicted_by bigint,
  ended_at timestamp with time zone,
  ended_by text,
  sms_id bigint
)
-- constraints
  unreported_movements_amount_check: CHECK ((amount > 0))
  unreported_movements_check: CHECK (((ended_at IS NULL) = (ended_by IS NULL)))
  unreported_movements_check1: CHECK (((sms_id IS NOT NULL) = (NOT (ended_by IS DISTINCT FROM 'message'::text))))
  unreported_movements_direction_check: CHECK ((direction = ANY (ARRAY['credit'::text, 'debit'::text])))
  unreported_movements_ended_by_check: CHECK ((ended_by = ANY (ARRAY['message'::text, 'taken_back'::text])))
  unreported_movements_expected_cost_check: CHECK ((expected_cost >= 0))
  unreported_movements_object_type_check: CHECK ((object_type = ANY (ARRAY['payment'::text, 'disburse'::text, 'transfer'::text, 'withdrawal'::text])))
  unreported_movements_pkey: PRIMARY KEY (id)
  unreported_movements_source_check: CHECK ((source = ANY (ARRAY['person'::text, 'device'::text, 'operator'::text])))
  unreported_movements_wallet_id_fkey: FOREIGN KEY (wallet_id) REFERENCES wallets(id)
-- indexes
  CREATE INDEX unreported_movements_object ON public.unreported_movements USING btree (object_id)
  CREATE UNIQUE INDEX unreported_movements_open ON public.unreported_movements USING btree (object_type, object_id, direction) WHERE (ended_at IS NULL)
  CREATE INDEX unreported_movements_since ON public.unreported_movements USING btree (said_at) WHERE (ended_at IS NULL)
  CREATE INDEX unreported_movements_wallet ON public.unreported_movements USING btree (wallet_id, direction) WHERE (ended_at IS NULL)
-- the application may: insert, select; update of contradicted_by, ended_at, ended_by, sms_id, trx_id, trx_key

table user_devices (
  user_id bigint not null,
  device_hash bytea not null,
  session_id bigint not null,
  first_seen_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  answered_at timestamp with time zone
)
-- constraints
  user_devices_pkey: PRIMARY KEY (user_id, device_hash)
  user_devices_session_id_fkey: FOREIGN KEY (session_id) REFERENCES sessions(id)
  user_devices_user_id_fkey: FOREIGN KEY (user_id) REFERENCES users(id)
-- the application may: delete, insert, select, update

table user_roles (
  id integer generated always as identity not null,
  name text not null,
  user_type text not null,
  permissions text[] not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null
)
-- constraints
  user_roles_id_user_type_key: UNIQUE (id, user_type)
  user_roles_name_check: CHECK (((length(name) >= 1) AND (length(name) <= 64)))
  user_roles_pkey: PRIMARY KEY (id)
  user_roles_user_type_check: CHECK ((user_type = ANY (ARRAY['admin'::text, 'finance'::text, 'operator'::text, 'auditor'::text, 'merchant_admin'::text, 'merchant_viewer'::text])))
-- indexes
  CREATE UNIQUE INDEX user_roles_name ON public.user_roles USING btree (lower(name))
-- the application may: delete, insert, select; update of name, permissions, version

table users (
  id bigint not null,
  account text not null,
  email text not null,
  password_hash text not null,
  must_change_password boolean default false not null,
  one_time_until timestamp with time zone,
  user_type text not null,
  merchant_id bigint,
  enabled boolean default true not null,
  deleted_at timestamp with time zone,
  on_totp boolean default false not null,
  totp_seed bytea,
  totp_pending boolean default false not null,
  totp_step bigint default 0 not null,
  last_sign_in_at timestamp with time zone,
  preferences jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  totp_due boolean default false not null,
  role_id integer
)
-- constraints
  users_check: CHECK (((one_time_until IS NULL) OR must_change_password))
  users_check1: CHECK (((user_type = ANY (ARRAY['merchant_admin'::text, 'merchant_viewer'::text])) = (merchant_id IS NOT NULL)))
  users_merchant_id_fkey: FOREIGN KEY (merchant_id) REFERENCES merchants(id)
  users_pkey: PRIMARY KEY (id)
  users_role_id_user_type_fkey: FOREIGN KEY (role_id, user_type) REFERENCES user_roles(id, user_type)
  users_user_type_check: CHECK ((user_type = ANY (ARRAY['admin'::text, 'finance'::text, 'operator'::text, 'auditor'::text, 'merchant_admin'::text, 'merchant_viewer'::text])))
-- indexes
  CREATE UNIQUE INDEX users_account ON public.users USING btree (lower(account))
  CREATE UNIQUE INDEX users_email ON public.users USING btree (lower(email))
  CREATE INDEX users_merchant ON public.users USING btree (merchant_id) WHERE (merchant_id IS NOT NULL)
  CREATE INDEX users_role ON public.users USING btree (role_id) WHERE (role_id IS NOT NULL)
-- the application may: insert, select, update

table view_defaults (
  id bigint not null,
  list text not null,
  merchant_id bigint,
  user_id bigint,
  user_type text,
  view_id bigint
)
-- constraints
  view_defaults_check: CHECK (((user_id IS NULL) <> (user_type IS NULL)))
  view_defaults_check1: CHECK (((user_id IS NOT NULL) OR (view_id IS NOT NULL)))
  view_defaults_list_merchant_id_user_id_user_type_key: UNIQUE NULLS NOT DISTINCT (list, merchant_id, user_id, user_type)
  view_defaults_merchant_id_fkey: FOREIGN KEY (merchant_id) REFERENCES merchants(id)
  view_defaults_pkey: PRIMARY KEY (id)
  view_defaults_user_id_fkey: FOREIGN KEY (user_id) REFERENCES users(id)
  view_defaults_view_id_fkey: FOREIGN KEY (view_id) REFERENCES views(id) ON DELETE CASCADE
-- indexes
  CREATE INDEX view_defaults_view ON public.view_defaults USING btree (view_id)
-- the application may: delete, insert, select; update of view_id

table views (
  id bigint not null,
  user_id bigint not null,
  merchant_id bigint,
  list text not null,
  name text not null,
  query text not null,
  layout jsonb default '{}'::jsonb not null,
  shared boolean default false not null,
  deleted_at timestamp with time zone,
  version integer default 1 not null
)
-- constraints
  views_merchant_id_fkey: FOREIGN KEY (merchant_id) REFERENCES merchants(id)
  views_pkey: PRIMARY KEY (id)
  views_user_id_fkey: FOREIGN KEY (user_id) REFERENCES users(id)
-- indexes
  CREATE UNIQUE INDEX views_name ON public.views USING btree (user_id, list, name) WHERE (deleted_at IS NULL)
  CREATE INDEX views_shared ON public.views USING btree (list, merchant_id) WHERE (shared AND (deleted_at IS NULL))
-- the application may: delete, insert, select; update of deleted_at, layout, name, query, shared, version

table wallet_continuity (
  wallet_id bigint not null,
  balance bigint,
  last_sms_id bigint,
  last_operator_time timestamp with time zone,
  real_balance bigint,
  real_balance_at timestamp with time zone,
  payouts_frozen boolean default false not null,
  payouts_frozen_reason text,
  difference bigint default 0 not null,
  difference_since timestamp with time zone,
  continuity text default 'new'::text not null,
  prints text[] default '{}'::text[] not null
)
-- constraints
  wallet_continuity_continuity_check: CHECK ((continuity = ANY (ARRAY['new'::text, 'cleared'::text, 'kept'::text])))
  wallet_continuity_pkey: PRIMARY KEY (wallet_id)
  wallet_continuity_prints_check: CHECK ((prints <@ ARRAY['collects'::text, 'receives'::text, 'pays'::text, 'spends'::text, 'takes_back'::text]))
  wallet_continuity_wallet_id_fkey: FOREIGN KEY (wallet_id) REFERENCES wallets(id)
-- indexes
  CREATE INDEX wallet_continuity_difference ON public.wallet_continuity USING btree (wallet_id) WHERE (difference <> 0)
-- the application may: insert, select, update

table wallet_differences (
  id bigint generated always as identity not null,
  wallet_id bigint not null,
  kind text not null,
  noted bigint not null,
  amount bigint not null,
  ref_type text not null,
  ref_id bigint not null,
  at timestamp with time zone default now() not null,
  closed_at timestamp with time zone
)
-- constraints
  wallet_differences_check: CHECK (((amount = 0) = (closed_at IS NOT NULL)))
  wallet_differences_kind_check: CHECK ((kind = ANY (ARRAY['opening'::text, 'skipped'::text, 'restart'::text, 'manual'::text, 'unknown'::text])))
  wallet_differences_noted_check: CHECK ((noted <> 0))
  wallet_differences_pkey: PRIMARY KEY (id)
  wallet_differences_ref_type_check: CHECK ((ref_type = ANY (ARRAY['sms'::text, 'manual'::text, 'wallet'::text])))
  wallet_differences_wallet_id_fkey: FOREIGN KEY (wallet_id) REFERENCES wallets(id)
-- indexes
  CREATE INDEX wallet_differences_open ON public.wallet_differences USING btree (wallet_id, id) WHERE (closed_at IS NULL)
-- the application may: insert, select; update of amount, closed_at

table wallet_discrepancies (
  id bigint not null,
  wallet_id bigint not null,
  from_balance bigint not null,
  to_balance bigint not null,
  before_sms_id bigint,
  after_sms_id bigint,
  since timestamp with time zone not null,
  closed_at timestamp with time zone,
  closed_by text,
  skipped boolean default false not null
)
-- constraints
  wallet_discrepancies_pkey: PRIMARY KEY (id)
  wallet_discrepancies_wallet_id_fkey: FOREIGN KEY (wallet_id) REFERENCES wallets(id)
-- indexes
  CREATE INDEX wallet_discrepancies_open ON public.wallet_discrepancies USING btree (wallet_id) WHERE (closed_at IS NULL)
-- the application may: insert, select, update

table wallet_flows (
  wallet_id bigint not null,
  day date not null,
  side text not null,
  ref_type text not null,
  kind text not null,
  credit bigint not null,
  debit bigint not null,
  count bigint not null
)
-- constraints
  wallet_flows_count_check: CHECK ((count > 0))
  wallet_flows_credit_check: CHECK ((credit >= 0))
  wallet_flows_debit_check: CHECK ((debit >= 0))
  wallet_flows_pkey: PRIMARY KEY (wallet_id, day, side, ref_type, kind)
  wallet_flows_side_check: CHECK ((side = ANY (ARRAY['wallet'::text, 'unreported'::text, 'suspense'::text, 'unexplained'::text, 'fees'::text])))
  wallet_flows_wallet_id_fkey: FOREIGN KEY (wallet_id) REFERENCES wallets(id)
-- the application may: insert, select, update

table wallet_real_balances (
  wallet_id bigint not null,
  day date not null,
  balance bigint not null,
  at timestamp with time zone not null
)
-- constraints
  wallet_real_balances_pkey: PRIMARY KEY (wallet_id, day)
  wallet_real_balances_wallet_id_fkey: FOREIGN KEY (wallet_id) REFERENCES wallets(id)
-- the application may: insert, select, update

table wallet_reports (
  wallet_id bigint not null,
  day date not null,
  payment bigint not null,
  payment_count integer not null,
  disburse bigint not null,
  disburse_count integer not null,
  real_balance bigint,
  real_at timestamp with time zone
)
-- constraints
  wallet_reports_pkey: PRIMARY KEY (wallet_id, day)
  wallet_reports_wallet_id_fkey: FOREIGN KEY (wallet_id) REFERENCES wallets(id)
-- the application may: delete, insert, select

table wallet_template_editions (
  template_id integer not null,
  edition integer not null,
  collect boolean not null,
  payout boolean not null,
  payments_open boolean not null,
  disburses_open boolean not null,
  min_amount bigint,
  max_amount bigint,
  daily_max bigint,
  month_max bigint,
  daily_count_max integer,
  month_count_max integer,
  cool_interval integer,
  phone_trust_limit bigint,
  saved_by text not null,
  saved_at timestamp with time zone not null
)
-- constraints
  wallet_template_editions_check: CHECK ((min_amount <= max_amount))
  wallet_template_editions_cool_interval_check: CHECK ((cool_interval >= 0))
  wallet_template_editions_daily_count_max_check: CHECK ((daily_count_max >= 0))
  wallet_template_editions_daily_max_check: CHECK ((daily_max >= 0))
  wallet_template_editions_edition_check: CHECK ((edition > 0))
  wallet_template_editions_max_amount_check: CHECK ((max_amount >= 0))
  wallet_template_editions_min_amount_check: CHECK ((min_amount >= 0))
  wallet_template_editions_month_count_max_check: CHECK ((month_count_max >= 0))
  wallet_template_editions_month_max_check: CHECK ((month_max >= 0))
  wallet_template_editions_phone_trust_limit_check: CHECK ((phone_trust_limit > 0))
  wallet_template_editions_pkey: PRIMARY KEY (template_id, edition)
  wallet_template_editions_template_id_fkey: FOREIGN KEY (template_id) REFERENCES wallet_templates(id)
-- the application may: insert, select

table wallet_templates (
  id integer generated always as identity not null,
  operator text not null,
  wallet_type text not null,
  name text not null,
  edition integer default 1 not null,
  is_default boolean default false not null,
  created_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  version integer default 1 not null
)
-- constraints
  wallet_templates_check: CHECK (((NOT is_default) OR (deleted_at IS NULL)))
  wallet_templates_edition_check: CHECK ((edition > 0))
  wallet_templates_name_check: CHECK (((length(name) >= 1) AND (length(name) <= 64)))
  wallet_templates_pkey: PRIMARY KEY (id)
  wallet_templates_wallet_type_check: CHECK ((wallet_type = ANY (ARRAY['personal'::text, 'agent'::text, 'merchant'::text])))
-- indexes
  CREATE UNIQUE INDEX wallet_templates_default ON public.wallet_templates USING btree (operator, wallet_type) WHERE is_default
  CREATE UNIQUE INDEX wallet_templates_name ON public.wallet_templates USING btree (operator, wallet_type, lower(name)) WHERE (deleted_at IS NULL)
-- the application may: insert, select; update of deleted_at, edition, is_default, name, version

table wallet_usage (
  wallet_id bigint not null,
  direction text not null,
  day date not null,
  day_amount bigint default 0 not null,
  day_count integer default 0 not null,
  month date not null,
  month_amount bigint default 0 not null,
  month_count integer default 0 not null,
  last_used_at timestamp with time zone
)
-- constraints
  wallet_usage_direction_check: CHECK ((direction = ANY (ARRAY['in'::text, 'out'::text])))
  wallet_usage_pkey: PRIMARY KEY (wallet_id, direction)
  wallet_usage_wallet_id_fkey: FOREIGN KEY (wallet_id) REFERENCES wallets(id)
-- the application may: insert, select, update

table wallets (
  id bigint not null,
  name text not null,
  note_name text default ''::text not null,
  operator text not null,
  wallet_type text not null,
  api_type text not null,
  account text not null,
  collect boolean default true not null,
  payout boolean default true not null,
  payments_open boolean default true not null,
  disburses_open boolean default true not null,
  proxy bytea,
  proxy_shown text,
  location text,
  ip_whitelist text[] default '{}'::text[] not null,
  min_amount bigint,
  max_amount bigint,
  daily_max bigint,
  month_max bigint,
  daily_count_max integer,
  month_count_max integer,
  cool_interval integer,
  frozen_balance bigint default 0 not null,
  credentials bytea,
  enabled boolean default true not null,
  deleted_at timestamp with time zone,
  version integer default 1 not null,
  credentials_shown jsonb,
  phone_trust_limit bigint,
  template_id integer,
  template_edition integer
)
-- constraints
  wallets_api_type_check: CHECK ((api_type = ANY (ARRAY['app'::text, 'official'::text, 'manual'::text])))
  wallets_cool_interval_check: CHECK ((cool_interval >= 0))
  wallets_credentials_shown: CHECK (((credentials IS NULL) = (credentials_shown IS NULL)))
  wallets_daily_count_max_check: CHECK ((daily_count_max >= 0))
  wallets_daily_max_check: CHECK ((daily_max >= 0))
  wallets_frozen_balance_check: CHECK ((frozen_balance >= 0))
  wallets_max_amount_check: CHECK ((max_amount >= 0))
  wallets_min_amount_check: CHECK ((min_amount >= 0))
  wallets_month_count_max_check: CHECK ((month_count_max >= 0))
  wallets_month_max_check: CHECK ((month_max >= 0))
  wallets_name_check: CHECK (((length(name) >= 1) AND (length(name) <= 64)))
  wallets_phone_trust_limit_check: CHECK ((phone_trust_limit > 0))
  wallets_pkey: PRIMARY KEY (id)
  wallets_template: CHECK (((template_id IS NULL) = (template_edition IS NULL)))
  wallets_template_id_template_edition_fkey: FOREIGN KEY (template_id, template_edition) REFERENCES wallet_template_editions(template_id, edition)
  wallets_wallet_type_check: CHECK ((wallet_type = ANY (ARRAY['personal'::text, 'agent'::text, 'merchant'::text])))
-- indexes
  CREATE UNIQUE INDEX wallets_account ON public.wallets USING btree (operator, account) WHERE (deleted_at IS NULL)
  CREATE INDEX wallets_of_template ON public.wallets USING btree (template_id) WHERE (template_id IS NOT NULL)
-- triggers
  CREATE TRIGGER wallets_epoch AFTER INSERT OR DELETE OR UPDATE OF operator, api_type, collect, payout, payments_open, disburses_open, min_amount, max_amount, daily_max, month_max, daily_count_max, month_count_max, cool_interval, enabled, deleted_at ON public.wallets FOR EACH STATEMENT EXECUTE FUNCTION routing_epoch_bump()
  CREATE CONSTRAINT TRIGGER wallets_reference_data AFTER INSERT OR DELETE ON public.wallets DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION reference_data_version_move()
  CREATE CONSTRAINT TRIGGER wallets_reference_data_change AFTER UPDATE ON public.wallets DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((((((((old.operator IS DISTINCT FROM new.operator) OR (old.wallet_type IS DISTINCT FROM new.wallet_type)) OR (old.api_type IS DISTINCT FROM new.api_type)) OR (old.account IS DISTINCT FROM new.account)) OR (old.name IS DISTINCT FROM new.name)) OR (old.enabled IS DISTINCT FROM new.enabled)) OR (old.deleted_at IS DISTINCT FROM new.deleted_at)) OR (old.ip_whitelist IS DISTINCT FROM new.ip_whitelist))) EXECUTE FUNCTION reference_data_version_move()
-- the application may: insert, select, update

table webhook_keys (
  id text not null,
  public_key bytea not null,
  private_key bytea not null,
  from_at timestamp with time zone default now() not null,
  until_at timestamp with time zone
)
-- constraints
  webhook_keys_pkey: PRIMARY KEY (id)
-- the application may: insert, select; update of until_at

table withdrawals (
  id bigint not null,
  merchant_id bigint not null,
  receiving_account text not null,
  amount bigint not null,
  note text default ''::text not null,
  submitter bigint not null,
  approver bigint,
  payer bigint,
  status text default 'pending'::text not null,
  reason text,
  reference text,
  wallet_id bigint,
  paid_at timestamp with time zone,
  version integer default 1 not null,
  max_available bigint default 0 not null,
  approved_at timestamp with time zone,
  one_person boolean default false not null,
  cost bigint,
  trx_key text,
  sms_id bigint,
  outside_key text
)
-- constraints
  withdrawals_amount_check: CHECK ((amount > 0))
  withdrawals_cost_check: CHECK ((cost >= 0))
  withdrawals_from_wallet: CHECK (((wallet_id IS NULL) OR ((status = 'paid'::text) AND (trx_key IS NOT NULL))))
  withdrawals_maker_checker: CHECK ((((approver IS DISTINCT FROM submitter) AND (payer IS DISTINCT FROM submitter)) OR one_person))
  withdrawals_max_available_check: CHECK ((max_available >= 0))
  withdrawals_merchant_id_fkey: FOREIGN KEY (merchant_id) REFERENCES merchants(id)
  withdrawals_outside: CHECK (((outside_key IS NULL) OR ((status = 'paid'::text) AND (wallet_id IS NULL))))
  withdrawals_paid: CHECK ((((status = 'paid'::text) = (paid_at IS NOT NULL)) AND ((status <> 'paid'::text) OR ((reference IS NOT NULL) AND (approver IS NOT NULL) AND (payer IS NOT NULL)))))
  withdrawals_pkey: PRIMARY KEY (id)
  withdrawals_rejected: CHECK (((status <> 'rejected'::text) OR (reason IS NOT NULL)))
  withdrawals_status_check: CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'paid'::text, 'rejected'::text])))
  withdrawals_wallet_id_fkey: FOREIGN KEY (wallet_id) REFERENCES wallets(id)
-- indexes
  CREATE INDEX withdrawals_merchant ON public.withdrawals USING btree (merchant_id, id)
  CREATE INDEX withdrawals_open ON public.withdrawals USING btree (merchant_id) WHERE (status = ANY (ARRAY['pending'::text, 'approved'::text]))
  CREATE UNIQUE INDEX withdrawals_outside_once ON public.withdrawals USING btree (outside_key) WHERE (outside_key IS NOT NULL)
  CREATE INDEX withdrawals_status ON public.withdrawals USING btree (status, id)
  CREATE INDEX withdrawals_wallet ON public.withdrawals USING btree (wallet_id, id) WHERE (wallet_id IS NOT NULL)
-- triggers
  CREATE TRIGGER withdrawals_guard BEFORE UPDATE ON public.withdrawals FOR EACH ROW EXECUTE FUNCTION withdrawals_guard()
-- the application may: insert, select, update

table worker_heartbeats (
  id text not null,
  host text not null,
  pid integer not null,
  started_at timestamp with time zone default clock_timestamp() not null,
  beat_at timestamp with time zone not null
)
-- constraints
  worker_heartbeats_pkey: PRIMARY KEY (id)
-- the application may: delete, insert, select, update

function acceptance_at_once(operators text[], epoch bigint, late timestamp with time zone, order_ids bigint[], order_merchants bigint[], order_operators text[], order_wallets bigint[], order_amounts bigint[], order_rates integer[], order_fixed bigint[], order_min_fees bigint[], order_max_fees bigint[], order_customers text[], order_expires timestamp with time zone[], order_ips text[], order_hashes text[], order_keys text[], order_users text[], order_urls text[], order_metadata text[], order_routings text[], usage_wallets bigint[], usage_amounts bigint[], usage_counts integer[], usage_days date[], usage_months date[], usage_first timestamp with time zone[], usage_last timestamp with time zone[], stats_hours timestamp with time zone[], stats_merchants bigint[], stats_operators text[], stats_counts integer[], stats_amounts bigint[], idempotency jsonb, rules jsonb) returns boolean language plpgsql set jit=off; plan_cache_mode=force_generic_plan; enable_seqscan=off; enable_hashjoin=off; enable_mergejoin=off; enable_bitmapscan=off; search_path=public, pg_temp -- application may call; body 6df248f6fe7d511156462cb01a5fb313
function acceptance_read(p_operators text[], p_merchants bigint[], p_keys text[], p_amounts bigint[], p_late timestamp with time zone, p_idempotency jsonb) returns json language plpgsql set jit=off; plan_cache_mode=force_generic_plan; enable_seqscan=off; enable_hashjoin=off; enable_mergejoin=off; enable_bitmapscan=off; search_path=public, pg_temp -- application may call; body 4046086031940319ad645a92cb9aff90
function acceptance_write(order_ids bigint[], order_merchants bigint[], order_operators text[], order_wallets bigint[], order_amounts bigint[], order_rates integer[], order_fixed bigint[], order_min_fees bigint[], order_max_fees bigint[], order_customers text[], order_expires timestamp with time zone[], order_ips text[], order_hashes text[], order_keys text[], order_users text[], order_urls text[], order_metadata text[], order_routings text[], usage_wallets bigint[], usage_amounts bigint[], usage_counts integer[], usage_days date[], usage_months date[], usage_first timestamp with time zone[], usage_last timestamp with time zone[], stats_hours timestamp with time zone[], stats_merchants bigint[], stats_operators text[], stats_counts integer[], stats_amounts bigint[], idempotency jsonb, rules jsonb) returns void language plpgsql set jit=off; enable_seqscan=off; enable_hashjoin=off; enable_mergejoin=off; enable_bitmapscan=off; plan_cache_mode=force_generic_plan; search_path=public, pg_temp -- application may call; body 66eb27d52ee6d3ecbcea9c2b7802b6be
function account_allow_negative(p_account bigint) returns void language sql security definer set search_path=pg_catalog, public, pg_temp -- application may call; body ad494a0f4b7aee5064ff5106ecece98b
function account_open(p_kind text, p_owner bigint, p_operator text) returns bigint language plpgsql security definer set search_path=pg_catalog, public, pg_temp -- application may call; body c26e2739172a7017e14c08635eab87d4
function accounts_hold(p_ids bigint[]) returns void language plpgsql security definer set search_path=pg_catalog, public, pg_temp -- application may call; body 1583beb13b1d5491eef8105a930c536b
function accounts_level() returns integer language sql security definer set search_path=pg_catalog, public, pg_temp -- application may call; body b1b858c4d8168f0fe968c991f06c13e3
function alerts_guard() returns trigger language plpgsql -- application may call; body 3459a36976341904df74eaecf86df9ed
function alerts_raise(p_rows jsonb, p_renew boolean) returns integer language plpgsql set search_path=public, pg_temp -- application may call; body a402cd2b9f7e99e0fb6e72a7ac49c75a
function approvals_guard() returns trigger language plpgsql -- application may call; body f71cfe5c473492daff0a6b7e272e92a0
function archive_leave(p_month date, p_head text, p_signature bytea, p_key text, p_root bytea, p_entries bigint, p_audit_rows bigint, p_folder text, p_account text) returns void language plpgsql set lock_timeout=500ms; search_path=pg_catalog, public, pg_temp -- body 4a2f9897b1805b2d7fda084e9337bd24
function archive_return(p_month date) returns void language plpgsql set search_path=pg_catalog, public, pg_temp -- body ea83e83488cf5ef3c672d2177e15c5f9
function archived_before() returns bigint language sql set search_path=pg_catalog, public, pg_temp -- application may call; body ab07f30ba6b4f6ac423d06fb4fc5ae30
function audit_digest(p_previous bytea, p_row audit) returns bytea language sql -- application may call; body 1be96947a879bf932ebd9c20436ff88e
function audit_guard() returns trigger language plpgsql set search_path=pg_catalog, public, pg_temp -- body 317d6eafd6804fb0ec70d32253acd846
function audit_row(p_text text) returns audit language sql set search_path=pg_catalog, public, pg_temp -- body 073fa11f1c5c182e8062ebc191a1d2c3
function audit_seal() returns integer language plpgsql security definer set search_path=pg_catalog, public, pg_temp -- application may call; body 7670f16be013925999d0b87d959520ee
function audit_text(p_row audit) returns text language sql -- application may call; body f171a1f2357ad844449f085ebd84132c
function books_checked(p_wallets bigint[]) returns void language plpgsql set jit=off; plan_cache_mode=force_generic_plan; enable_seqscan=off; enable_hashjoin=off; enable_mergejoin=off; search_path=public, pg_temp -- application may call; body 45d9333e1b5520353baa5d1f46922b97
function bulk_items_guard() returns trigger language plpgsql -- application may call; body d37b26c4e1cf280dfc2cfaaca031ae79
function bulk_jobs_guard() returns trigger language plpgsql -- application may call; body 822a55f6c8ba0758737e161b5cd86714
function business_day(p_id bigint) returns date language sql -- application may call; body b77b3e5470a8a5f169b99aa8cf7ab8bc
function config_schedules_guard() returns trigger language plpgsql -- application may call; body 3c6a5924a7864e5949337b657fe3fe0a
function day_closes_guard() returns trigger language plpgsql set search_path=public, pg_temp -- application may call; body e9105ad8312f32822ff53a690a12fea1
function day_seal_ready(p_day date) returns boolean language plpgsql security definer set search_path=pg_catalog, public, pg_temp -- application may call; body c1bfd8c8ed48759a57fa6d88b6e10b5e
function day_seals_guard() returns trigger language plpgsql set search_path=public, pg_temp -- application may call; body 79507dc02389512f21338c81744c3f61
function day_start(p_day date) returns bigint language sql -- application may call; body 5238696402a1323754d42ad8c25d7431
function device_tasks_guard() returns trigger language plpgsql -- application may call; body dd96d6b72686ae951beee718fbc935ab
function difference_noted(p_wallet bigint, p_kind text, p_amount bigint, p_ref_type text, p_ref bigint) returns void language plpgsql set search_path=public, pg_temp -- application may call; body 3ccc5f1cbccfe47bd529a0047fad38fd
function disburse_attempts_guard() returns trigger language plpgsql -- application may call; body b40b545517671e93ca3abc280f5b8f8b
function disburse_batch_rows_guard() returns trigger language plpgsql -- application may call; body eeb993279df60a206cddd108aa92570c
function disburse_batches_guard() returns trigger language plpgsql -- application may call; body 05eafaea12c9f0283b9b69d5eeaa9de6
function disburses_guard() returns trigger language plpgsql -- application may call; body 696a580cb099ee9f9c86bdd93259091c
function entries_zero_sum() returns trigger language plpgsql -- application may call; body d95fd177b4abee645324b5a9a90816b3
function entry_block(p_id bigint) returns bigint language sql -- body 073bf83ac91e78a66586fff9286fc351
function entry_id_in(p_block bigint, p_line bigint) returns bigint language sql -- body a2a5545b8cdf7ad99bb2b627cc70b15b
function entry_ids_again(p_after bigint, p_count bigint) returns bigint language plpgsql set search_path=pg_catalog, public, pg_temp -- body c4fd2aad1e7bd1994dd6482dc94cce12
function export_files_guard() returns trigger language plpgsql -- application may call; body bfb8e60c36cd59a61bb68ab218924797
function export_schedules_guard() returns trigger language plpgsql -- application may call; body 086e6f94b5eae23e976d315ebf540499
function fee_on(p_rate integer, p_fixed bigint, p_min bigint, p_max bigint, p_tiers jsonb, p_amount bigint) returns bigint language sql -- application may call; body 2f91244c2527869575ffa2c9f0125739
function fee_rules_begin(p_merchant merchants, p_direction text) returns void language sql -- application may call; body 3b149eb7c7898139305ec5cd49663ee5
function fee_rules_guard() returns trigger language plpgsql -- application may call; body 7824a3a157b09f175bbc467c58890963
function fee_tiers_ok(p_tiers jsonb) returns boolean language sql -- application may call; body 41e1fbf80a1e7546b70d36567179c7e0
function id_at(p_at timestamp with time zone) returns bigint language sql -- application may call; body 4b9bca0dc61579b475bf7d4ac5bc0691
function is_unreported(p_type text, p_id bigint) returns boolean language sql -- application may call; body 2939bd9baf13027c3a8fa5234df826ed
function ledger_post(p_legs jsonb) returns void language sql security definer set search_path=pg_catalog, public, pg_temp; plan_cache_mode=force_generic_plan -- application may call; body 921525583a12c16f79e495a0136c8074
function ledger_write(leg_txns bigint[], leg_entries bigint[], leg_accounts bigint[], leg_changes bigint[], leg_kinds text[], leg_ref_types text[], leg_refs bigint[], leg_merchants bigint[], leg_notes text[]) returns void language plpgsql security definer set jit=off; plan_cache_mode=force_generic_plan; enable_seqscan=off; enable_hashjoin=on; enable_mergejoin=off; enable_bitmapscan=off; search_path=pg_catalog, public, pg_temp -- application may call; body 74a2670d329ee210a2108ae71ad4b3c7
function make_partitions(p_ahead integer) returns integer language sql security definer set search_path=pg_catalog, public, pg_temp -- application may call; body 11b36b599fe358f6898a915ac50d5a2f
function make_partitions_between(p_from date, p_to date) returns integer language plpgsql security definer set search_path=pg_catalog, public, pg_temp -- application may call; body 84e96c3aa0bd0839991f3795e19b1815
function manual_operations_guard() returns trigger language plpgsql -- application may call; body 8758e6f0717c20a0c0889577cc9e8e14
function merchant_funds(p_merchant bigint) returns bigint language plpgsql security definer set search_path=pg_catalog, public, pg_temp -- application may call; body 650cb544a13d46d742eb9fbf8ba3f83e
function merchants_fee_version() returns trigger language plpgsql -- application may call; body a99a2116edb47a004e332e61bc4a380a
function ms_of_id(p_id bigint) returns bigint language sql -- application may call; body 7fee5840e6901dd2bd9c937ec47cfcbc
function open_orders_close(p_ids bigint[]) returns void language plpgsql set jit=off; plan_cache_mode=force_generic_plan; enable_seqscan=off; enable_indexscan=off; enable_indexonlyscan=off; enable_bitmapscan=on; search_path=public, pg_temp -- application may call; body 1ba8047f0e497939d96dd33c293083aa
function open_orders_of(p_amounts bigint[], p_late timestamp with time zone) returns json language plpgsql set jit=off; plan_cache_mode=force_generic_plan; enable_seqscan=off; enable_indexscan=off; enable_indexonlyscan=off; enable_bitmapscan=on; enable_hashjoin=off; enable_mergejoin=off; search_path=public, pg_temp -- application may call; body d2a54f714f169e0d484fbefcbfc22885
function open_orders_on(p_wallets bigint[], p_amounts bigint[], p_late timestamp with time zone) returns SETOF bigint language plpgsql set jit=off; plan_cache_mode=force_generic_plan; enable_seqscan=off; enable_indexscan=off; enable_indexonlyscan=off; enable_bitmapscan=on; enable_hashjoin=off; enable_mergejoin=off; search_path=public, pg_temp -- application may call; body 9f09d1cb707b49a1ec9535f3e23a6141
function open_payments_guard() returns trigger language plpgsql set jit=off; plan_cache_mode=force_generic_plan; enable_seqscan=off; enable_indexscan=off; enable_indexonlyscan=off; enable_bitmapscan=on; enable_hashjoin=off; enable_mergejoin=off -- application may call; body d2178e0e1e32cd63dc169cd3a7d7cde2
function outbox_address(p_type text, p_object bigint, p_merchant bigint, p_url text) returns text language plpgsql set search_path=public, pg_temp; enable_seqscan=off; enable_hashjoin=off; enable_mergejoin=off; enable_bitmapscan=off -- application may call; body 1c72f5b19f6343f19fad62186c11b5e3
function outbox_claim(p_now timestamp with time zone, p_lease timestamp with time zone, p_after text, p_budgets jsonb, p_budget integer, p_limit integer) returns SETOF outbox language plpgsql set jit=off; enable_seqscan=off; enable_hashjoin=off; enable_mergejoin=off; search_path=public, pg_temp; enable_bitmapscan=off -- application may call; body 38d5fc376fddd3a3746df81f3e924c01
function outbox_record(p_now timestamp with time zone, p jsonb) returns TABLE(kind text, id bigint, version integer, merchant_id bigint) language plpgsql security definer set jit=off; enable_seqscan=off; enable_hashjoin=off; enable_mergejoin=off; enable_bitmapscan=off; search_path=pg_catalog, public, pg_temp -- application may call; body 864358390b2af214c6a54d928369c809
function outbox_release(p_ids bigint[], p_lease timestamp with time zone[], p_next timestamp with time zone) returns void language sql set search_path=public, pg_temp; enable_seqscan=off; enable_hashjoin=off; enable_mergejoin=off; enable_bitmapscan=off -- application may call; body e4b30c394a8ed4046259c5855c89a7a9
function outbox_tidy(p_before bigint, p_limit integer) returns integer language plpgsql security definer set jit=off; search_path=pg_catalog, public, pg_temp -- application may call; body 5504b1416a3ac9f57a9ee157885ad3e4
function payload_unsampled(p_table text, p_part text) returns void language plpgsql security definer set search_path=pg_catalog, public, pg_temp -- body ccb316c04f5e05b80d63c0f3ed70997a
function payments_expire(p_limit integer) returns SETOF payments language plpgsql set jit=off; enable_seqscan=off; enable_hashjoin=off; enable_mergejoin=off; search_path=public, pg_temp -- application may call; body f3fef4cc267bde3bf129022e30bb3dfd
function payments_guard() returns trigger language plpgsql -- application may call; body bd75dda514ad855ee7fd76f434b15b98
function payments_reversed_once() returns trigger language plpgsql -- application may call; body 7edd58adeab3f16f18d92e7107229df4
function posting_read(p_wallets bigint[], p_keys text[], message_wallets bigint[], message_amounts bigint[], message_operators text[], message_keys text[], message_references text[], message_order_ids bigint[], p_late timestamp with time zone) returns json language plpgsql set jit=off; plan_cache_mode=force_generic_plan; enable_seqscan=off; enable_hashjoin=off; enable_mergejoin=off; enable_bitmapscan=off; search_path=public, pg_temp -- application may call; body b52e49e9c861568aa104546055775277
function posting_write(message_ids bigint[], message_wallets bigint[], message_devices bigint[], message_operators text[], message_classes text[], message_kinds text[], message_directions text[], message_amounts bigint[], message_fees bigint[], message_commissions bigint[], message_extras bigint[], message_balances bigint[], message_operator_times timestamp with time zone[], message_sent timestamp with time zone[], message_received timestamp with time zone[], message_statuses text[], message_payments bigint[], message_continuities text[], message_rule_versions integer[], message_origins text[], message_txns bigint[], message_suspense boolean[], message_held timestamp with time zone[], message_senders text[], message_texts text[], message_trx_ids text[], message_trx_keys text[], message_counterparties text[], message_references text[], message_rules text[], message_reasons text[], message_evidence text[], key_hashes text[], key_messages bigint[], booking_wallets bigint[], booking_kinds text[], booking_messages bigint[], booking_keys text[], used_operators text[], used_directions text[], used_types text[], used_objects bigint[], used_messages bigint[], used_amounts bigint[], used_wallets bigint[], used_keys text[], payment_ids bigint[], payment_versions integer[], payment_statuses text[], payment_received bigint[], payment_fees bigint[], payment_messages bigint[], payment_paid timestamp with time zone[], payment_notify text[], payment_reasons text[], payment_trx_ids text[], payment_trx_keys text[], payment_accounts text[], leg_txns bigint[], leg_entries bigint[], leg_accounts bigint[], leg_changes bigint[], leg_kinds text[], leg_ref_types text[], leg_refs bigint[], leg_merchants bigint[], leg_notes text[], outbox_ids bigint[], outbox_merchants bigint[], outbox_object_types text[], outbox_objects bigint[], outbox_types text[], outbox_statuses text[], outbox_next timestamp with time zone[], outbox_give_up timestamp with time zone[], outbox_urls text[], outbox_bodies text[], continuity_wallets bigint[], continuity_balances bigint[], continuity_messages bigint[], continuity_times timestamp with time zone[], continuity_real bigint[], continuity_real_at timestamp with time zone[], continuity_frozen boolean[], continuity_frozen_reasons text[], continuity_prints text[], rest jsonb) returns void language plpgsql set jit=off; plan_cache_mode=force_generic_plan; enable_seqscan=off; enable_hashjoin=off; enable_mergejoin=off; enable_bitmapscan=off; search_path=public, pg_temp -- application may call; body e40094a441bb9e381b8e57631c529b02
function posting_write_payments(payment_ids bigint[], payment_versions integer[], payment_statuses text[], payment_received bigint[], payment_fees bigint[], payment_messages bigint[], payment_paid timestamp with time zone[], payment_notify text[], payment_reasons text[], payment_trx_ids text[], payment_trx_keys text[], payment_accounts text[]) returns integer language plpgsql set jit=off; plan_cache_mode=force_generic_plan; enable_seqscan=off; enable_hashjoin=on; enable_nestloop=off; enable_mergejoin=off; enable_bitmapscan=off; search_path=public, pg_temp -- application may call; body 874991683213c6bfadc663bb088d238d
function posting_write_rest(rest jsonb) returns void language plpgsql set jit=off; plan_cache_mode=force_generic_plan; enable_seqscan=off; enable_hashjoin=off; enable_mergejoin=off; enable_bitmapscan=off; search_path=public, pg_temp -- application may call; body 1e6b34f298c89651f42385db64462d5d
function reference_data_version_move() returns trigger language plpgsql security definer set search_path=pg_catalog, public, pg_temp -- application may call; body 401206ffbc2b20a766bf5c42c78416db
function refuse_change() returns trigger language plpgsql -- application may call; body 893ba6be6739575c3e91a08103ddc4d4
function repeat_window() returns interval language sql -- application may call; body f4036515efcbe632e922fe9b1324e844
function roll_up_account(p_account bigint, p_limit integer) returns integer language plpgsql set jit=off; plan_cache_mode=force_generic_plan; enable_seqscan=off; search_path=public, pg_temp -- application may call; body b74fd633193fdddbcf89a38fc8e01b6b
function routing_epoch_bump() returns trigger language plpgsql security definer set search_path=pg_catalog, public, pg_temp -- application may call; body bf318ef44b98fb8784d375e6f7d87c0e
function sms_endings_guard() returns trigger language plpgsql -- application may call; body 0d9928367e4a3df7dbf82abb9ede2033
function sms_keep(p_row jsonb, p_keys jsonb) returns void language plpgsql set jit=off; enable_seqscan=off; enable_hashjoin=off; enable_mergejoin=off; enable_bitmapscan=off; search_path=public, pg_temp -- application may call; body 680f0e94bc81805654cd477e89560af7
function sms_rules_guard() returns trigger language plpgsql -- application may call; body 2ac4bd3e068e740c0fc3bcc9f80fb6d3
function sum_minor(bigint) returns bigint language internal -- application may call; body 3eb6d2f5e7ee95ed566dd6cdda54dac3
function switches_guard() returns trigger language plpgsql -- application may call; body 1289f146c9d076abd56e96b7e88e479c
function time_of_id(p_id bigint) returns timestamp with time zone language sql -- application may call; body b0d2486b5fd340eee0978dc4e73c46a3
function transfers_guard() returns trigger language plpgsql -- application may call; body 5e2118214fab6e0a00a9d923686001dd
function trx_prove(p_operator text, p_key text, p_direction text, p_type text, p_id bigint, p_sms bigint, p_amount bigint, p_wallet bigint) returns boolean language plpgsql security definer set search_path=pg_catalog, public, pg_temp -- application may call; body 153c94303ad80000631bf4b0c5be4578
function trx_release(p_transfer bigint, p_operators text[], p_keys text[]) returns void language sql security definer set search_path=pg_catalog, public, pg_temp -- application may call; body d514f449281e05b520fc49cd2496cd6c
function trx_unclaim(p_operator text, p_key text, p_direction text, p_type text, p_id bigint) returns void language sql security definer set search_path=pg_catalog, public, pg_temp -- application may call; body 74a4e6bb87b574766c1c3dc47e8bb2d9
function trx_used_guard() returns trigger language plpgsql -- application may call; body f7d0ad06f8b1dbaefea635afba787eea
function usage_add(p_rows jsonb) returns void language sql set search_path=public, pg_temp; enable_seqscan=off; enable_hashjoin=off; enable_mergejoin=off; jit=off; enable_bitmapscan=off; plan_cache_mode=force_generic_plan -- application may call; body cde803ed830230a55d06e0aa1121388c
function usage_out(p_wallet bigint, p_day date, p_month date, p_amount bigint, p_count integer, p_at timestamp with time zone) returns void language sql set search_path=public, pg_temp -- application may call; body 48374c52305d69d317b10534a9d8f0bc
function usage_release(p_rows jsonb) returns void language sql set search_path=public, pg_temp; enable_seqscan=off; enable_hashjoin=off; enable_mergejoin=off; jit=off; enable_bitmapscan=off; plan_cache_mode=force_generic_plan -- application may call; body c4e49bc758c401abb94d61741d85d04c
function wallet_free(p_wallet bigint) returns bigint language sql -- application may call; body c94f2526256bc3a6648b33b6dcc6362d
function wallet_messages(p_wallet bigint, p_from bigint, p_to bigint, p_credit text[], p_debit text[]) returns TABLE(id bigint, flow text, amount bigint, balance bigint, continuity text, at timestamp with time zone, trx_id text, trx_key text, match_status text, payment_id bigint, disburse_id bigint) language sql -- application may call; body 8d653979f12bd91c70be2c9fa89077d5
function wallet_of(p_type text, p_id bigint) returns bigint language sql -- application may call; body 942c76fe8ac9cd9db9c7f79818ac6c51
function wallet_orders(p_wallet bigint, p_day date) returns TABLE(type text, id bigint, entry_id bigint, amount bigint, trx_id text, trx_key text, sms_id bigint, answered boolean) language sql -- application may call; body 1fc5f466cd6588f89f85b90910b94809
function wallet_reports_forget() returns trigger language plpgsql set search_path=public, pg_temp -- application may call; body 2f4e0c870bbce5b08ff0d38fd3525dae
function wallet_reports_of(p_wallets bigint[], p_from date, p_to date, p_credit text[], p_debit text[]) returns SETOF wallet_reports language plpgsql set jit=off; enable_seqscan=off; enable_hashjoin=off; enable_mergejoin=off; search_path=public, pg_temp; plan_cache_mode=force_generic_plan -- application may call; body c504a46856638e263378da6dbe953c44
function wallet_switched(p_wallet bigint, p_direction text, p_at timestamp with time zone) returns boolean language sql -- application may call; body e08d5c545e1c4d8ba28c7c6cf5ce7365
function withdrawals_guard() returns trigger language plpgsql -- application may call; body 95541ab6f80727e7893f3df5e4274fae
