import { Secret } from '@payorch/kernel';
import { z } from 'zod';
import type { Setting } from './setting';
import { boolean, httpUrl } from './settings';

export const saslMechanisms = ['none', 'plain', 'scram-sha-256', 'scram-sha-512', 'oauthbearer'] as const;
export type SaslMechanism = (typeof saslMechanisms)[number];

/** How the app logs in at the broker. */
const mechanism: Setting<SaslMechanism> = {
  variable: 'KAFKA_SASL_MECHANISM',
  schema: z.enum(saslMechanisms, `must be one of ${saslMechanisms.join(', ')}`),
  example: 'scram-sha-512',
  secret: false,
  fallback: 'none',
  refusedInProduction: (text) =>
    text === 'none' ? 'is none: production reaches no broker without authentication' : undefined,
};

/** Whether the broker is reached over TLS. */
const tls: Setting<boolean> = {
  ...boolean('KAFKA_TLS', false),
  example: 'true',
  refusedInProduction: (text) =>
    text === 'false' ? 'is false: production reaches its broker over TLS alone' : undefined,
};

const authenticated = { variable: mechanism.variable, values: saslMechanisms.filter((name) => name !== 'none') };

const optionalText = (variable: string, example: string, rest: Partial<Setting<string>> = {}): Setting<string> => ({
  variable,
  schema: z.string(),
  example,
  secret: false,
  fallback: '',
  ...rest,
});

const certificate = /^-----BEGIN CERTIFICATE-----[\s\S]*-----END CERTIFICATE-----\s*$/;

/** Certificates of issuers as PEM, or empty. */
export const optionalCertificate = (variable: string): Setting<string> =>
  optionalText(variable, '-----BEGIN CERTIFICATE-----…', {
    schema: z.string().refine((text) => text === '' || certificate.test(text), 'must be certificates in PEM'),
  });

/** The broker's address and the app's own Kafka principal. `deploy/kafka` grants the rights of the principal. */
export const kafkaAccessSettings = {
  kafkaTls: tls,
  /** Certificate of the broker's issuer as PEM, if no public issuer signed the broker's certificate. */
  kafkaCa: optionalCertificate('KAFKA_CA'),
  kafkaSasl: mechanism,
  /** With OAUTHBEARER: the client id. */
  kafkaSaslUsername: optionalText('KAFKA_SASL_USERNAME', 'payments', { requiredWith: authenticated }),
  /** With OAUTHBEARER: the client secret. */
  kafkaSaslPassword: {
    variable: 'KAFKA_SASL_PASSWORD',
    schema: z.string().transform((text) => new Secret(text)),
    example: '<32 random characters or more>',
    secret: true,
    fallback: '',
    requiredWith: authenticated,
  } satisfies Setting<Secret>,
  /** The token endpoint for the client id and secret (OAuth 2 client credentials). */
  kafkaOauthTokenUrl: {
    ...httpUrl('KAFKA_OAUTH_TOKEN_URL', 'https://login.internal/oauth2/token'),
    schema: z.string().refine((text) => text === '' || URL.canParse(text), 'must be a URL'),
    fallback: '',
    refusedInProduction: (text: string) =>
      text.startsWith('http:') ? 'is an http:// URL: the secret would travel in the clear' : undefined,
    requiredWith: { variable: mechanism.variable, values: ['oauthbearer'] },
  } satisfies Setting<string>,
  /** The scope that the token endpoint is asked for. */
  kafkaOauthScope: optionalText('KAFKA_OAUTH_SCOPE', 'kafka'),
};
