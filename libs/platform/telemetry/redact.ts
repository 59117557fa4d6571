import { types } from 'node:util';
import { Secret } from '@payorch/kernel';
import { errorFacts } from './error-facts';

const mask = '***';

/** Key names whose values are never logged, compared without case, dashes and underscores. */
const secretKeys = new Set([
  ...[
    'number',
    'cvc',
    'cvv',
    'cvv2',
    'csc',
    'pan',
    'pin',
    'cookie',
    'setcookie',
    'credentials',
    'privatekey',
    'hashkey',
  ],
  ...['xapikey', 'iban', 'accountdetails', 'connectoraccountdetails'],
]);
const secretParts = [
  'secret',
  'password',
  'passwd',
  'apikey',
  'authorization',
  'authtoken',
  'accesstoken',
  'cardnumber',
  'cardcvc',
];

function namesSecret(key: string): boolean {
  const bare = key.toLowerCase().replace(/[-_\s]/g, '');
  return secretKeys.has(bare) || bare.startsWith('sealed') || secretParts.some((part) => bare.includes(part));
}

/** Keys are a few hundred field names; keys of callers (metadata) must not fill the memory. */
const knownKeys = new Map<string, boolean>();
const maxKnownKeys = 2_000;

/** The second line of defence after `Secret`: whether a value under this key is never logged or recorded. */
export function isSecretKey(key: string): boolean {
  const known = knownKeys.get(key);
  if (known !== undefined) return known;
  const isSecret = namesSecret(key);
  if (knownKeys.size < maxKnownKeys && key.length <= 64) knownKeys.set(key, isSecret);
  return isSecret;
}

/** The check digit of card numbers. */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = digits.charCodeAt(digits.length - 1 - i) - 48;
    const weighted = i % 2 === 1 ? digit * 2 : digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}

/** Thirteen digits starting with 1 are current times in milliseconds; no card number starts with 0. */
const looksLikeCard = (digits: string): boolean =>
  digits.length >= 13 &&
  digits.length <= 19 &&
  !digits.startsWith('0') &&
  !(digits.length === 13 && digits.startsWith('1')) &&
  passesLuhn(digits);

const maskedCard = (digits: string): string => `${mask}${digits.slice(-4)}`;

/**
 * In digits too long for one card, any run of the two common lengths counts: a card number may be followed by its CVC
 * without a space.
 */
function maskWithin(digits: string): string | undefined {
  if (digits.length < 17) return undefined;
  for (const length of [16, 15])
    for (let from = 0; from + length <= digits.length; from++) {
      const stretch = digits.slice(from, from + length);
      if (/^[2-6]/.test(stretch) && passesLuhn(stretch)) return mask;
    }
  return undefined;
}

/** The longest sequence of groups from `first` on that forms a card number. */
function cardAt(groups: readonly RegExpMatchArray[], first: number): { last: number; digits: string } | undefined {
  let digits = '';
  let found: { last: number; digits: string } | undefined;
  for (let last = first; last < groups.length && digits.length < 19; last++) {
    digits += groups[last]![0];
    if (looksLikeCard(digits)) found = { last, digits };
  }
  return found;
}

function maskRun(run: string): string {
  const groups = [...run.matchAll(/%20|\d+/g)].filter(([group]) => group !== '%20');
  let masked = '';
  let written = 0;
  for (let first = 0; first < groups.length; first++) {
    const group = groups[first]!;
    const card = cardAt(groups, first);
    const last = groups[card?.last ?? first]!;
    const replacement = card ? maskedCard(card.digits) : maskWithin(group[0]);
    if (replacement === undefined) continue;
    masked += run.slice(written, group.index) + replacement;
    written = last.index! + last[0].length;
    first = card?.last ?? first;
  }
  return masked + run.slice(written);
}

/** Digits, also in groups separated by spaces, dashes or dots (also URL-encoded); linear by construction. */
const digitRuns = /\d+(?:(?:[\s.-]{1,2}|%20|\+)\d+)*/g;
const clientSecrets = /_secret_[A-Za-z0-9]+/g;
const urlPasswords = /(:\/\/[^\s:/@]*):[^\s/@]+@/g;

const fewestDigits = 13;

/** Whether a text has enough digits for a card number: most ids have not, and need no search. */
function mayHaveCard(text: string): boolean {
  let digits = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 48 && code <= 57 && ++digits === fewestDigits) return true;
  }
  return false;
}

/** Masks possible card numbers (13 to 19 digits with a correct check digit), client secrets and passwords in URLs. */
export function redactText(text: string): string {
  const open = text.includes('_secret_') ? text.replace(clientSecrets, `_secret_${mask}`) : text;
  const noPasswords = open.includes('://') ? open.replace(urlPasswords, `$1:${mask}@`) : open;
  if (!mayHaveCard(noPasswords)) return noPasswords;
  return noPasswords.replace(digitRuns, (run) => (run.length < fewestDigits ? run : maskRun(run)));
}

const deepest = 8;

const isError = (value: object): value is Error => value instanceof Error || types.isNativeError(value);

function redactError(error: Error, seen: Set<object>, depth: number): Record<string, unknown> {
  const { type, message, stack, own } = errorFacts(error);
  const { cause } = error;
  return {
    ...(redactFields(own, seen, depth) as object),
    type,
    ...(message === undefined ? {} : { message: redactText(message) }),
    ...(stack === undefined ? {} : { stack: redactText(stack) }),
    ...(cause === undefined
      ? {}
      : { cause: redactValue(cause instanceof Object ? cause : typeof cause, seen, depth + 1) }),
  };
}

const redactFields = (fields: object, seen: Set<object>, depth: number): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [
      redactText(key),
      isSecretKey(key) && value !== null && value !== undefined ? mask : redactValue(value, seen, depth + 1),
    ]),
  );

function redactObject(value: object, seen: Set<object>, depth: number): unknown {
  if (value instanceof Secret) return mask;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'invalid date' : value.toISOString();
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (seen.has(value)) return '[circular]';
  if (depth > deepest) return '[deep]';
  seen.add(value);
  try {
    if (isError(value)) return redactError(value, seen, depth);
    if (Array.isArray(value)) return value.map((item) => redactValue(item, seen, depth + 1));
    if (value instanceof Map) return redactFields(Object.fromEntries(value), seen, depth);
    if (value instanceof Set) return [...value].map((item) => redactValue(item, seen, depth + 1));
    if (value instanceof URL) return redactText(value.href);
    return redactFields(value, seen, depth);
  } finally {
    seen.delete(value);
  }
}

function redactValue(value: unknown, seen: Set<object>, depth: number): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'number' || typeof value === 'bigint') {
    const text = String(value);
    return looksLikeCard(text) ? maskedCard(text) : typeof value === 'bigint' ? text : value;
  }
  if (typeof value === 'object' && value !== null) return redactObject(value, seen, depth);
  return typeof value === 'function' || typeof value === 'symbol' ? `[${typeof value}]` : value;
}

/** A redacted copy of any value: secrets by key name, card numbers by their form, errors with their stack. */
export const redact = (value: unknown): unknown => redactValue(value, new Set(), 0);
