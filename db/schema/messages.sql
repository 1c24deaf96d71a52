-- needs: parties
-- Messages of the operators, how they are known again, and what people taught the reader of them.

-- A row is a message about a wallet as it came, what was read in it and what became of it. Its text never changes. By month.
create table sms (
  id bigint not null,
  wallet_id bigint,
  device_id bigint,
  operator text,
  sender text,
  text text not null,
  class text,
  kind text not null,
  direction text not null check (direction in ('credit', 'debit', 'none')),
  amount bigint,
  fee bigint,
  commission bigint,
  extra bigint,
  balance bigint,
  trx_id text,
  trx_key text,
  counterparty text,
  reference text,
  operator_time timestamptz,
  sent_at timestamptz,
  received_at timestamptz not null,
  match_status text not null check (match_status in ('matched', 'unmatched', 'ignored', 'duplicate', 'unparsed', 'suspicious', 'other', 'held', 'review')),
  payment_id bigint,
  disburse_id bigint,
  transfer_id bigint,
  continuity text not null default 'unknown' check (continuity in ('fits', 'break', 'unknown')),
  reasons text[] not null default '{}',
  evidence jsonb not null default '[]',
  rule_id text,
  rule_version int,
  -- operator: the operator's own answer to a question of ours.
  origin text not null default 'device' check (origin in ('device', 'manual', 'operator')),
  -- Ledger transaction that booked the money; null: not booked (yet).
  booked_txn bigint,
  -- Which account holds it: suspense until an order takes it.
  in_suspense boolean not null default false,
  held_until timestamptz,
  processed boolean not null default true,
  version int not null default 1,
  -- The withdrawal that it paid out.
  withdrawal_id bigint,
  primary key (id)
) partition by range (id);
create index sms_wallet on sms (wallet_id, id);
create index sms_open on sms (match_status, id) where match_status in ('unmatched', 'review', 'held', 'unparsed', 'suspicious');
create index sms_trx on sms (trx_key) where trx_key is not null;
create index sms_payment on sms (payment_id) where payment_id is not null;
create index sms_counterparty on sms (counterparty, id) where counterparty is not null;
create index sms_held on sms (held_until) where match_status = 'held';
create index sms_unprocessed on sms (id) where not processed;
-- Messages whose balance does not follow on from the one before.
create index sms_break on sms (id) where continuity = 'break';
-- Money that no order explains yet, whatever became of its message.
create index sms_suspense on sms (id) where in_suspense;
-- Messages that went to a person because they did not follow on go on waiting for what may still come before them.
create index sms_waiting on sms (wallet_id, id) where match_status = 'held' or (match_status = 'review' and booked_txn is null);
grant select, insert, update (wallet_id, operator, class, kind, direction, amount, fee, commission, extra, balance, trx_id, trx_key, counterparty, reference, operator_time,
  match_status, payment_id, disburse_id, transfer_id, withdrawal_id, continuity, reasons, evidence, rule_id, rule_version, booked_txn, in_suspense, held_until, processed, version)
  on sms to :"app_role";

-- A row is one way in which a message is known again (rule 6). A message that is booked is known by its booking and keeps none.
create table sms_keys (
  key bytea primary key,
  sms_id bigint not null,
  at timestamptz not null default now()
);
grant select, insert, update (at) on sms_keys to :"app_role";

-- A row is the one booking per wallet, TrxID and kind of message (rule 1).
create table sms_bookings (
  wallet_id bigint not null,
  kind text not null,
  trx_key text not null,
  sms_id bigint not null,
  -- Asked for both: is this kind of this TrxID booked on the wallet, and is any.
  primary key (wallet_id, trx_key, kind)
);
grant select, insert on sms_bookings to :"app_role";

-- A row is an edition of a message rule of the platform's own people. What a rule says never changes: a new wording is a new edition, so
-- that every message can tell which words it was read by. Only an edge of its state is written.
create table sms_rules (
  id bigint primary key,
  operator text not null,
  class text not null,
  template text not null check (length(template) between 20 and 1000),
  note text not null,
  status text not null default 'draft' check (status in ('draft', 'shadow', 'on', 'off')),
  edition int not null default 1 check (edition > 0),
  replaces bigint references sms_rules,
  -- The first edition: all that replace each other are one line.
  line bigint not null references sms_rules,
  created_by bigint not null references users,
  created_at timestamptz not null,
  switched_by bigint references users,
  switched_at timestamptz,
  -- When and by whom it was put to work last.
  promoted_by bigint references users,
  promoted_at timestamptz,
  version int not null default 1,
  check ((status = 'draft') = (switched_at is null)),
  check ((switched_by is null) = (switched_at is null)),
  check ((promoted_by is null) = (promoted_at is null)),
  check (status <> 'on' or promoted_at is not null)
);
-- Of one line one edition is at work.
create unique index sms_rules_line_on on sms_rules (line) where status = 'on';
create index sms_rules_line on sms_rules (line);
create unique index sms_rules_same on sms_rules (operator, class, md5(template));
create unique index sms_rules_replaced on sms_rules (replaces) where replaces is not null;
create index sms_rules_on on sms_rules (operator, id) where status = 'on';
grant select, insert, update on sms_rules to :"app_role";

-- A row is one time that a rule ran in the shadow: how far it has looked and what it would have made of the messages. Its id is the moment at which it began.
create table sms_rule_shadows (
  id bigint primary key,
  rule_id bigint not null references sms_rules,
  ended_at timestamptz,
  -- Messages up to this id have been looked at.
  seen_id bigint not null,
  looked bigint not null default 0,
  unread bigint not null default 0,
  noise bigint not null default 0,
  open bigint not null default 0,
  differs bigint not null default 0,
  agrees bigint not null default 0
);
create unique index sms_rule_shadows_running on sms_rule_shadows (rule_id) where ended_at is null;
create index sms_rule_shadows_rule on sms_rule_shadows (rule_id, id);
grant select, insert, update (ended_at, seen_id, looked, unread, noise, open, differs, agrees) on sms_rule_shadows to :"app_role";

-- A row is a message that a rule in the shadow would have read: what it was then, and which values would have been others. The first ones of each sort.
create table sms_rule_notes (
  shadow_id bigint not null references sms_rule_shadows,
  sms_id bigint not null,
  was text not null check (was in ('unread', 'noise', 'open', 'differs', 'agrees')),
  differs text[] not null default '{}',
  -- The rule that read it then.
  rule_id text,
  primary key (shadow_id, sms_id)
);
grant select, insert on sms_rule_notes to :"app_role";

-- A row is an ending that people have called harmless. What one says never changes; only an edge of its state is written, so that every
-- decision about money can tell who let which words pass, and when.
create table sms_endings (
  id bigint primary key,
  operator text not null,
  text text not null check (length(text) between 8 and 200),
  note text,
  -- The message that it was taught from. No reference: messages are partitioned by month and may be dropped when their time is over.
  sms_id bigint,
  status text not null default 'draft' check (status in ('draft', 'on', 'off')),
  created_by bigint not null references users,
  created_at timestamptz not null,
  switched_by bigint references users,
  switched_at timestamptz,
  version int not null default 1,
  check ((status = 'draft') = (switched_at is null)),
  check ((switched_by is null) = (switched_at is null))
);
create unique index sms_endings_same on sms_endings (operator, lower(text));
create index sms_endings_on on sms_endings (operator, id) where status = 'on';
grant select, insert, update (status, switched_by, switched_at, version) on sms_endings to :"app_role";
