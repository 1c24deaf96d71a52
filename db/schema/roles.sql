-- Two roles. The owner, who runs these files, owns everything. The application owns nothing and may do what its code does and no more:
-- the rights stand beside each table and function, and test/access/grants.test.ts lists them. It cannot write entries, and cannot change
-- entries, audit rows or a message's raw text (rules 20, 23, 24); money moves in functions that run as the owner.
-- :"app_role" is the application's role, whatever its name: whoever DATABASE_URL signs in as.
grant usage on schema public to :"app_role";
