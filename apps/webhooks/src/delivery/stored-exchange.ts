import { redactText } from '@payorch/platform/telemetry';
import type { Headers } from '../domain/exchange';

const mask = '*****';
const mostHeaders = 40;
const longestValue = 256;

/** Headers that this service sets. Every other one is the merchant's own, and its value may be a credential. */
const shownOfRequest = new Set([
  'content-type',
  'user-agent',
  'webhook-id',
  'webhook-timestamp',
  'webhook-signature',
  'x-webhook-signature-512',
]);
const secretOfResponse = /auth|cookie|key|secret|session|token/;

export const maskedRequestHeaders = (headers: Readonly<Record<string, string>>): Headers =>
  Object.entries(headers).map(([name, value]) => [name, shownOfRequest.has(name) ? value : mask]);

export const maskedResponseHeaders = (headers: Readonly<Record<string, string | string[] | undefined>>): Headers =>
  Object.entries(headers)
    .flatMap(([name, value]) =>
      value === undefined ? [] : [value].flat().map((one) => [name.toLowerCase(), one] as const),
    )
    .slice(0, mostHeaders)
    .map(([name, value]) => [
      name.slice(0, longestValue),
      secretOfResponse.test(name) ? mask : redactText(value.slice(0, longestValue)),
    ]);

/** The first bytes of an answer as text; card numbers in it are masked. */
export const storedResponseBody = (start: Buffer): string => redactText(start.toString('utf8'));
