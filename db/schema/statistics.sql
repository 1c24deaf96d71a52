-- Hourly figures, and what is not yet added up to them. Whoever adds up reads stats_recent, which is both kinds of deltas.

-- A row is what happened to one merchant at one operator in an hour.
create table stats_hourly (
  hour timestamptz not null,
  merchant_id bigint not null,
  operator text not null,
  created_count bigint not null default 0,
  created_amount bigint not null default 0,
  completed_count bigint not null default 0,
  completed_amount bigint not null default 0,
  fees bigint not null default 0,
  disbursed_count bigint not null default 0,
  disbursed_amount bigint not null default 0,
  -- Fees of payouts stand beside those of payments, so that each list can add up its own.
  disburse_fees bigint not null default 0,
  primary key (hour, merchant_id, operator)
);
create index stats_hourly_merchant on stats_hourly (merchant_id, hour);
grant select, insert, update on stats_hourly to :"app_role";

-- A row is what one event that happens by itself (a payout) adds to an hour; a job adds it up and deletes it.
create table stats_delta (
  hour timestamptz not null,
  merchant_id bigint not null,
  operator text not null,
  created_count int not null default 0,
  created_amount bigint not null default 0,
  completed_count int not null default 0,
  completed_amount bigint not null default 0,
  fees bigint not null default 0,
  disbursed_count int not null default 0,
  disbursed_amount bigint not null default 0,
  disburse_fees bigint not null default 0
);
grant select, insert, delete on stats_delta to :"app_role";

-- A row is what one batch of orders or messages adds: one row for all of its merchants. A second later it is gone, so that nothing of it is
-- worth being compressed.
create table stats_batches (
  hours timestamptz[] not null,
  merchants bigint[] not null,
  operators text[] not null,
  created_counts int[],
  created_amounts bigint[],
  completed_counts int[],
  completed_amounts bigint[],
  fees bigint[]
) with (toast_tuple_target = 8160);
grant select, insert, delete on stats_batches to :"app_role";
