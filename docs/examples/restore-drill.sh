#!/bin/bash
# restore-drill.sh DUMP ADDRESS-FILE: restores a backup into a database of its own, proves that it is whole, and removes that database again.
# To be run as the superuser of a PostgreSQL that has the roles (psql --file=NAME.roles.sql); PGHOST and PGPORT say which.
# ADDRESS-FILE is the file of a server with the database sales_drill in place of its own; further flags for `sales admin`, such as
# --database-ca, may follow it.
set -euo pipefail
dump=$1
address=$2
shift 2
database=sales_drill

createdb "$database"
trap 'dropdb --if-exists --force "$database"' EXIT
pg_restore --dbname="$database" --exit-on-error --single-transaction "$dump"

# Each tenant and each upload has as many rows as it counts.
wrong=$(psql --no-psqlrc --tuples-only --no-align --dbname="$database" --set=ON_ERROR_STOP=1 <<'SQL'
SELECT 'tenant ' || tenant_key FROM tenant_counter AS c
  WHERE transactions <> (SELECT count(*) FROM transaction WHERE tenant_key = c.tenant_key)
    OR uploads <> (SELECT count(*) FROM upload WHERE tenant_key = c.tenant_key)
UNION ALL
SELECT 'upload ' || id FROM upload AS u
  WHERE rows <> (SELECT count(*) FROM transaction WHERE tenant_key = u.tenant_key AND upload_key = u.upload_key)
    + (SELECT count(*) FROM transaction_withdrawn WHERE tenant_key = u.tenant_key AND upload_key = u.upload_key);
SQL
)
if [ -n "$wrong" ]; then
  echo "The backup $dump is not whole. These have other rows than they count:" >&2
  echo "$wrong" >&2
  exit 1
fi
sales admin --database-file "$address" "$@" audit verify
psql --no-psqlrc --tuples-only --no-align --dbname="$database" \
  --command="SELECT 'OK: ' || coalesce(sum(uploads), 0) || ' uploads, ' || coalesce(sum(transactions), 0) || ' transactions' FROM tenant_counter"
