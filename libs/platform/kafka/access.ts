import type { Secret } from '@payorch/kernel';
import type { KafkaConfig as ClientConfig, SASLOptions } from 'kafkajs';
import { oauthTokens } from './oauth-tokens';

/** How a broker is reached, and as whom. */
export interface KafkaAccess {
  readonly kafkaTls: boolean;
  /** PEM of the broker's issuer; empty where a public one signed for it. */
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

/** What the client library is told of it. The broker's certificate is always checked, and its name too. */
export function clientAccess(access: KafkaAccess): Pick<ClientConfig, 'ssl' | 'sasl'> {
  const { kafkaTls, kafkaCa } = access;
  const sasl = saslOf(access);
  return { ...(kafkaTls && { ssl: kafkaCa === '' ? true : { ca: [kafkaCa] } }), ...(sasl && { sasl }) };
}
