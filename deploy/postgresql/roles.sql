-- The two roles and the database, made once by the server's administrator:
--   psql -v owner_password=… -v app_password=… -f roles.sql
-- The owner owns the database and brings its schema up to date; the application's role owns nothing and gets its rights with the schema.
create role floatdesk_owner login password :'owner_password';
create role floatdesk_app login password :'app_password';
-- Sorts by code point, as the embedded database does. It can only be chosen here.
create database floatdesk owner floatdesk_owner template template0 encoding 'UTF8' locale 'C.UTF-8';
revoke all on database floatdesk from public;
grant connect on database floatdesk to floatdesk_app;
