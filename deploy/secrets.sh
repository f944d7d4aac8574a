#!/bin/sh
# Make the secrets that docker-compose.yml reads, in deploy/secrets. What is there already stays; Valkey's users are
# written anew each time, so run this after each update as well.
#
# Docker shows a file in a container with the owner and rights that it has here, and the containers run as users of
# their own. So the files can be read by all, and the folder that they lie in by nobody but you.
set -eu
umask 022
cd "$(dirname "$0")"
folder=${1:-secrets}
mkdir -p "$folder"
chmod 700 "$folder"

password() { # of 192 bits, in characters that a URL takes as they are
    [ -s "$folder/$1" ] || od -An -N24 -tx1 /dev/urandom | tr -d ' \n' >"$folder/$1"
    cat "$folder/$1"
}

sha256() { printf %s "$1" | sha256sum | cut -c1-64; }

password postgres_password >/dev/null
database=$(password database_password)
api=$(password api_password)
worker=$(password worker_password)
printf 'postgresql://playground:%s@postgres/playground\n' "$database" >"$folder/database_url"
printf 'redis://api:%s@valkey:6379/0\n' "$api" >"$folder/api_redis_url"
printf 'redis://worker:%s@valkey:6379/0\n' "$worker" >"$folder/worker_redis_url"
awk '/^#/ || !NF { next } /^ / { printf "%s", $0; next } { printf "%s%s", end, $0; end = "\n" } END { print "" }' \
    valkey/users.acl |
    sed -e "s/API_SHA256/$(sha256 "$api")/" -e "s/WORKER_SHA256/$(sha256 "$worker")/" >"$folder/valkey_users"
