#!/bin/sh
# Runs once, when the volume is empty: the roles and the database of ../postgresql/roles.sql.
set -eu
psql -v ON_ERROR_STOP=1 -U postgres -d postgres -v owner_password="$OWNER_PASSWORD" -v app_password="$APP_PASSWORD" -f /floatdesk/roles.sql
