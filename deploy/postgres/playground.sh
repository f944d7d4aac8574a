#!/bin/sh
# Run once by the image, when the database is made: the playground's own role and database. The role is no superuser.
set -eu
psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --username=postgres --dbname=postgres \
    --set=password="$(cat "${SECRETS:-/run/secrets}/database_password")" <<'SQL'
CREATE ROLE playground LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD :'password';
CREATE DATABASE playground OWNER playground TEMPLATE template0 ENCODING 'UTF8';
REVOKE ALL ON DATABASE playground FROM PUBLIC;
REVOKE CONNECT ON DATABASE postgres FROM PUBLIC;
SQL
