import type { Secret } from '@payorch/kernel';
import type { KafkaConfig as ClientConfig, SASLOptions } from 'kafkajs';
import { oauthTokens } from './oauth-tokens';

/** The access to a broker and our credentials there. */
export interface KafkaAccess {
  readonly kafkaTls: boolean;
  /** PEM of the broker's issuer; empty if a public issuer signed the certificate. */
  readonly kafkaCa: string;
  readonly kafkaSasl: 'none' | 'plain' | 'scram-sha-256' | 'scram-sha-512' | 'oauthbearer';
  readonly kafkaSaslUsername: string;
  readonly kafkaSaslPassword: Secret;
  readonly kafkaOauthTokenUrl: string;
  readonly kafkaOauthScope: string;
}

function saslOf(access: KafkaAccess): SASLOptions | undefined {
  const { kafkaSasl, kafkaSaslUsername: username, kafkaSaslPassword } = access;
  if (kafkaSasl === 'none') return undefined;
  const password = kafkaSaslPassword.reveal();
  if (kafkaSasl !== 'oauthbearer') return { mechanism: kafkaSasl, username, password } as SASLOptions;
  const { kafkaOauthTokenUrl: url, kafkaOauthScope: scope } = access;
  const token = oauthTokens({ url, clientId: username, clientSecret: password, scope });
  return { mechanism: 'oauthbearer', oauthBearerProvider: async () => ({ value: await token() }) };
}

/** The access options of the client library. The client always checks the broker's certificate, including its name. */
export function clientAccess(access: KafkaAccess): Pick<ClientConfig, 'ssl' | 'sasl'> {
  const { kafkaTls, kafkaCa } = access;
  const sasl = saslOf(access);
  return { ...(kafkaTls && { ssl: kafkaCa === '' ? true : { ca: [kafkaCa] } }), ...(sasl && { sasl }) };
}
