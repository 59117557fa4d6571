#!/bin/bash
# Makes the certificate of the subscribers' listener, signed by itself, unless the folder has one for this host.
# usage: certificate.sh <folder> <host>. Subscribers trust <folder>/subscribers.pem.
set -eu
umask 077
folder=$1
host=$2
if [ -f "$folder/subscribers.pem" ] && [ "$(cat "$folder/subscribers.host")" = "$host" ]; then exit; fi
if [[ $host =~ ^[0-9.]+$ ]]; then name="ip:$host"; else name="dns:$host"; fi
keystore=(-keystore "$folder/subscribers.p12" -storetype PKCS12 -storepass:file "$folder/keystore_password" -alias broker)
rm -f "$folder/subscribers.p12" "$folder/subscribers.pem"
keytool -genkeypair "${keystore[@]}" -keyalg EC -groupname secp256r1 -validity 825 -dname "CN=$host" -ext "SAN=$name"
printf %s "$host" > "$folder/subscribers.host"
keytool -exportcert -rfc "${keystore[@]}" -file "$folder/subscribers.pem"
