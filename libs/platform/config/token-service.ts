import type { Secret } from '@payorch/kernel';
import { z } from 'zod';
import { jwksText, type PublicJwk } from './jwks';
import { secretOf, setting } from './new-setting';
import { weakSecret, type Setting } from './setting';
import { optionalHttpUrl } from './settings';

/**
 * TOKEN_SERVICE_URL: the service that makes network tokens (docs/token-service.md), without a trailing slash; null: there is
 * none, and the operations on network tokens are refused.
 */
export const tokenServiceUrl = (): Setting<string | null> =>
  optionalHttpUrl('TOKEN_SERVICE_URL', 'https://tokens.example.com', {
    refusedInProduction: (value) =>
      value.startsWith('http:') ? 'is an http:// URL: network tokens travel over TLS alone' : undefined,
  });

/** TOKEN_SERVICE_API_KEY: sent as a bearer token; empty without a service. */
export const tokenServiceApiKey = (): Setting<Secret> =>
  setting('TOKEN_SERVICE_API_KEY', secretOf(z.string()), '<32 random characters or more>', {
    secret: true,
    fallback: '',
    refusedInProduction: (value) => (value === '' ? undefined : weakSecret(32)(value)),
  });

/** The key of the sandbox, whose private half everyone has. */
export const sandboxKeyId = 'sandbox-tokens';

/** TOKEN_SERVICE_PUBLIC_KEYS: a JWK list of X25519 keys; cards are sealed for the first. Null without a service. */
export const tokenServiceKeys = (): Setting<readonly PublicJwk[] | null> =>
  setting(
    'TOKEN_SERVICE_PUBLIC_KEYS',
    z.union([z.literal('').transform(() => null), jwksText('public')]),
    '[{"kty":"OKP","crv":"X25519","kid":"tokens-1","x":"…"}]',
    {
      fallback: '',
      refusedInProduction: (value) =>
        value.includes(sandboxKeyId) ? 'is the key of the sandbox, whose private half everyone has' : undefined,
    },
  );
