#!/bin/bash
# Starts the broker of docker-compose. The first start formats the storage and creates the SCRAM users; one with another
# KAFKA_SUBSCRIBERS_HOST makes a certificate for it.
set -eu
secrets=/secrets/broker
bash /deploy/kafka/certificate.sh "$secrets" "$KAFKA_SUBSCRIBERS_HOST"
mapfile -t names < "$secrets/scram"
/opt/kafka/bin/kafka-storage.sh format --ignore-formatted --cluster-id "$(cat "$secrets/cluster_id")" \
  --config "$secrets/server.properties" "${names[@]}"
exec /opt/kafka/bin/kafka-server-start.sh "$secrets/server.properties"
