import { referenceIdPattern } from '@payorch/kernel';

/** What a client SDK sends as its `Authorization` header instead of a publishable key with a client secret. */
export interface SdkAuthorization {
  readonly publishableKey: string;
  readonly clientSecret: string;
  readonly profileId: string;
  /** Undefined: the header has none, as those of earlier versions. */
  readonly clientSessionId: string | undefined;
}

const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * Reads `sdk_authorization` of a payment: base64 of `profile_id=…,publishable_key=…,client_secret=…` and more. Undefined: the
 * header has another form. The text is not signed: its client secret is what proves the caller,
 * and its session id that the service put these values together.
 */
export function readSdkAuthorization(header: string): SdkAuthorization | undefined {
  if (!base64.test(header)) return undefined;
  const fields = new Map(
    Buffer.from(header, 'base64')
      .toString('utf8')
      .split(',')
      .map((field): [string, string] => {
        const end = field.indexOf('=');
        return [field.slice(0, Math.max(end, 0)), field.slice(end + 1)];
      }),
  );
  const [profileId, publishableKey, clientSecret] = ['profile_id', 'publishable_key', 'client_secret'].map(
    (name) => fields.get(name) ?? '',
  );
  if (!publishableKey?.startsWith('pk_') || !clientSecret) return undefined;
  if (!profileId || !referenceIdPattern.test(profileId)) return undefined;
  return { profileId, publishableKey, clientSecret, clientSessionId: fields.get('client_session_id') };
}
