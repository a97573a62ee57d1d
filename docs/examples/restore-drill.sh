#!/bin/bash
# restore-drill.sh DUMP ADDRESS-FILE: restores a backup into a database of its own, proves that it is whole, and removes that database again.
# To be run as the superuser of a PostgreSQL that has the roles (psql --file=NAME.roles.sql); PGHOST and PGPORT say which.
# ADDRESS-FILE is the file of a server with the database sales_drill in place of its own; further flags of `sales doctor`, such as
# --database-ca, may follow it.
set -euo pipefail
dump=$1
address=$2
shift 2
database=sales_drill

createdb "$database"
trap 'dropdb --if-exists --force "$database"' EXIT
pg_restore --dbname="$database" --exit-on-error --single-transaction "$dump"

# 12 is what doctor ends with where the data are wrong; any other failure says nothing of the backup.
sales doctor --deep --database-file "$address" "$@" || {
  status=$?
  [ "$status" -ne 12 ] || echo "The backup $dump is not whole: see above." >&2
  exit "$status"
}
echo "OK: the backup $dump is whole"
