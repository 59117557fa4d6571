import { Secret } from '@payorch/kernel';
import { z } from 'zod';
import { jwksText, type PublicJwk } from './jwks';
import { secretOf, setting, text } from './new-setting';
import { looksLikeSample, weakSecret, type Fallbacks, type Setting } from './setting';

/**
 * METRICS_TOKEN: a scraper sends it as `Authorization: Bearer …`. Required in production; without a token the metrics
 * are open.
 */
export const metricsToken = (): Setting<Secret> => textSecret('METRICS_TOKEN', { developmentFallback: '' });

/** A key as hex digits, at least `bytes` long (default 32). */
export const hexSecret = (
  variable: string,
  { bytes = 32, ...fallbacks }: Fallbacks & { readonly bytes?: number } = {},
): Setting<Secret> =>
  setting(
    variable,
    secretOf(
      z
        .string()
        .regex(/^(?:[0-9a-fA-F]{2})+$/, 'must be hex digits')
        .min(2 * bytes, `must be at least ${2 * bytes} hex digits`),
    ),
    `<${2 * bytes} random hex digits>`,
    { secret: true, refusedInProduction: weakSecret(2 * bytes), ...fallbacks },
  );

/** Several keys as hex digits, separated by commas: the first is current, the others are still accepted. */
export const hexSecrets = (variable: string): Setting<readonly [Secret, ...Secret[]]> => ({
  variable,
  schema: text('')
    .regex(/^[0-9a-fA-F]+(,[0-9a-fA-F]+)*$/, 'must be hex digits, or several such keys separated by commas')
    .refine((list) => list.split(',').every((key) => key.length % 2 === 0 && key.length >= 64), {
      error: 'must have at least 64 hex digits in every key',
    })
    .transform((list) => list.split(',').map((key) => new Secret(key)) as [Secret, ...Secret[]]),
  example: '<64 random hex digits>',
  secret: true,
  refusedInProduction: (list) => list.split(',').map(weakSecret(64)).find(Boolean),
});

/**
 * REDIRECT_SECRETS: hex keys, separated by commas, for the tokens in customers' addresses; the first makes tokens, all
 * verify them.
 */
export const redirectSecrets = (): Setting<readonly [Secret, ...Secret[]]> => hexSecrets('REDIRECT_SECRETS');

/**
 * API_KEY_HASH_SECRET: the first secret hashes stored API keys; a key hashed with another secret is hashed again when
 * it is used.
 */
export const apiKeyHashSecrets = (): Setting<readonly [Secret, ...Secret[]]> => hexSecrets('API_KEY_HASH_SECRET');

/** A secret of any form (admin key, internal token). */
export const textSecret = (variable: string, fallbacks: Fallbacks = {}): Setting<Secret> =>
  setting(variable, secretOf(z.string()), '<32 random characters or more>', {
    secret: true,
    refusedInProduction: weakSecret(32),
    ...fallbacks,
  });

/** ADMIN_API_KEY: default `test_admin` in development; production requires a value. */
export const adminApiKey = (): Setting<Secret> => textSecret('ADMIN_API_KEY', { developmentFallback: 'test_admin' });

/** A JWK list of X25519 public keys with `kid`; the first is used for new seals. */
export const publicKeys = (variable: string): Setting<readonly PublicJwk[]> =>
  setting(variable, jwksText('public'), '[{"kty":"OKP","crv":"X25519","kid":"cards-1","x":"…"}]');

/** A JWK list of X25519 private keys with `kid`, as validated text: only the code that opens seals parses it. */
export const privateKeys = (variable: string): Setting<Secret> =>
  setting(
    variable,
    secretOf(
      text('').superRefine((value, problems) => {
        const parsed = jwksText('private').safeParse(value);
        if (!parsed.success) problems.addIssue(parsed.error.issues[0]!.message);
      }),
    ),
    '[{"kty":"OKP","crv":"X25519","kid":"cards-1","x":"…","d":"…"}]',
    { secret: true },
  );

const settingsKeyList = z
  .array(
    z.object({
      kid: z.string().regex(/^[A-Za-z0-9_-]{1,32}$/),
      key: z.base64().refine((key) => Buffer.from(key, 'base64').length === 32),
    }),
  )
  .min(1);

const isSettingsKeyList = (value: string): boolean => {
  try {
    return settingsKeyList.safeParse(JSON.parse(value)).success;
  } catch {
    return false;
  }
};

/** Checks the hex digits of the key bytes: a random key contains nearly all of 0 to f, a sample does not. */
const sampleSettingsKey = (value: string): string | undefined => {
  const keys = settingsKeyList.parse(JSON.parse(value));
  const isSample = keys.some(({ key }) => looksLikeSample(Buffer.from(key, 'base64').toString('hex')));
  return isSample ? 'contains a sample: production needs random keys of its own' : undefined;
};

/** A list of symmetric keys, as validated text; the first seals, all open. */
const keyList = (variable: string): Setting<Secret> =>
  setting(
    variable,
    secretOf(z.string().refine(isSettingsKeyList, 'must be a JSON list of {kid, key}, each key 32 bytes in base64')),
    '[{"kid":"2026-1","key":"<32 random bytes in base64>"}]',
    { secret: true, refusedInProduction: sampleSettingsKey },
  );

/** SETTINGS_KEYS: the keys that seal a service's own secrets. */
export const settingsKeys = (): Setting<Secret> => keyList('SETTINGS_KEYS');

/** MASTER_KEYS: the keys that wrap the data keys of all merchants. */
export const masterKeys = (): Setting<Secret> => keyList('MASTER_KEYS');
