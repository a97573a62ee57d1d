#!/bin/bash
# backup.sh FOLDER: a backup of the database of sales and of the roles that it needs, while servers go on.
# To be run as the superuser of PostgreSQL, on the machine of the primary or of the standby. PGHOST, PGPORT and DATABASE say where it is.
set -euo pipefail
umask 077
folder=$1
database=${DATABASE:-sales}
name=$folder/$database-$(date -u +%Y%m%dT%H%M%SZ)

# Roles belong to no database. The file holds verifiers of passwords.
pg_dumpall --roles-only --file="$name.roles.sql.part"
pg_dump --format=custom --file="$name.dump.part" "$database"
mv "$name.roles.sql.part" "$name.roles.sql"
mv "$name.dump.part" "$name.dump"
echo "$name.dump"
