import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brokerApps } from '@payorch/provisioning';

interface BrokerUser {
  readonly name: string;
  readonly password: string;
}

/** Users and certificate of a secured broker and its clients. */
export interface BrokerSecurity {
  readonly users: readonly BrokerUser[];
  readonly superUser: BrokerUser;
  /** The broker's self-signed certificate; clients trust it. */
  readonly ca: string;
  readonly pemFile: string;
}

const userOf = (name: string): BrokerUser => ({ name, password: randomBytes(16).toString('hex') });

/** A new certificate for this machine, a principal for each app, and the principal `stranger` without rights. */
export function newBrokerSecurity(folder: string): BrokerSecurity {
  const [key, certificate, pemFile] = ['key.pem', 'certificate.pem', 'broker.pem'].map((name) =>
    path.join(folder, name),
  ) as [string, string, string];
  const names = ['-subj', '/CN=payorch test broker', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost'];
  const files = ['-keyout', key, '-out', certificate];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...names, ...files], {
    stdio: 'ignore',
  });
  const ca = readFileSync(certificate, 'utf8');
  writeFileSync(pemFile, `${readFileSync(key, 'utf8')}${ca}`, { mode: 0o600 });
  return { users: [...brokerApps, 'stranger'].map(userOf), superUser: userOf('broker'), ca, pemFile };
}

/** The environment variables by which a client connects to the broker as the principal `name`. */
export function brokerEnv({ users, superUser, ca }: BrokerSecurity, name: string): Record<string, string> {
  const user = [...users, superUser].find((one) => one.name === name);
  if (!user) return {};
  return {
    KAFKA_TLS: 'true',
    KAFKA_CA: ca,
    KAFKA_SASL_MECHANISM: 'scram-sha-512',
    KAFKA_SASL_USERNAME: user.name,
    KAFKA_SASL_PASSWORD: user.password,
  };
}
