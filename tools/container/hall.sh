#!/bin/bash
# Runs broker and hall in a container; if one of them ends, both do. The first start makes the logins and shows their
# passwords once. Logins, store and the hall's password are in /data.
#
#   HALL    name of the hall (home)
set -euo pipefail
umask 027
install -d -m 750 -g jantaku /data
install -d -m 750 -o jantaku -g jantaku /data/store
install -d -o mosquitto /run/mosquitto

if [ ! -f /data/logins.toml ]; then
    for role in hall viewer referee head-referee technician organiser; do
        head -c 12 /dev/urandom | base64 > /data/password
        jantaku logins add "$role" --role "$role" --password-file /data/password > /dev/null
        [ "$role" = hall ] && install -o jantaku -m 600 /data/password /data/hall-password || echo "$role: $(cat /data/password)"
    done
    rm /data/password
fi
# Also after somebody has added a login and started the container anew.
jantaku logins write > /dev/null

mosquitto -c /etc/mosquitto/mosquitto.conf &
runuser -u jantaku -- jantaku hall --hall "${HALL:-home}" --user hall --password-file /data/hall-password \
    --store /data/store/hall.sqlite --http 0.0.0.0:8080 --logins /data/roles.toml &
trap 'kill $(jobs -p)' TERM INT
wait -n || true
kill $(jobs -p) 2> /dev/null || true
wait
