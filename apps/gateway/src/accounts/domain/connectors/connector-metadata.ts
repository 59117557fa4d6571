import type { Refusal } from '@payorch/contracts';
import { joinRefusals, refuse } from '@payorch/contracts';
import { isCertificatePair } from './certificate-pair';

type Fields = Readonly<Record<string, unknown>>;

const isMap = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
const isAbsent = (value: unknown): boolean => value === undefined || value === null;

/** Text values under the interface's own keys in a connector account's metadata; all other keys belong to the merchant. */
const knownTexts: Readonly<Record<string, readonly string[]>> = {
  airwallex: ['payload'],
  noon: ['order_category'],
  braintree: ['merchant_account_id', 'merchant_config_currency'],
};
const sessionTexts = ['certificate', 'certificate_keys', 'merchant_identifier', 'display_name', 'initiative'];

const shapeRefusal = refuse('invalid_format', { field: 'metadata', expected: 'connector metadata' });

function checkApplePay(applePay: unknown): Refusal | undefined {
  if (isAbsent(applePay)) return undefined;
  if (!isMap(applePay)) return shapeRefusal;
  const session = applePay['session_token_data'];
  if (isAbsent(session)) return undefined;
  if (!isMap(session) || sessionTexts.some((text) => typeof session[text] !== 'string')) return shapeRefusal;
  return isCertificatePair(String(session['certificate']), String(session['certificate_keys']))
    ? undefined
    : refuse('invalid_value', { field: 'certificate/certificate key', path: 'metadata.apple_pay.session_token_data' });
}

/** Refuses metadata with unusable values under the interface's keys. */
export function checkConnectorMetadata(metadata: unknown): Refusal | undefined {
  if (!isMap(metadata)) return undefined;
  for (const [name, texts] of Object.entries(knownTexts)) {
    const part = metadata[name];
    if (isAbsent(part)) continue;
    if (!isMap(part) || texts.some((text) => !isAbsent(part[text]) && typeof part[text] !== 'string'))
      return shapeRefusal;
  }
  return checkApplePay(metadata['apple_pay']);
}

/** Refuses metadata without the texts that the connector needs in each request. `stored`: the metadata that an update keeps. */
export function checkRequiredMetadata(
  names: readonly string[],
  metadata: unknown,
  stored: unknown = null,
): Refusal | undefined {
  const fields = [metadata, stored].find(isMap) ?? {};
  const absent = names.filter((name) => typeof fields[name] !== 'string' || fields[name] === '');
  return joinRefusals(absent.map((name) => refuse('missing_param', { field: `metadata.${name}` })));
}
