import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { parseFault } from '../faults/fault';

/** A header that occurs once and is not empty. */
export function headerOf({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Reads a Bearer token, or the user name of Basic authentication. */
export function apiKeyOf(request: FastifyRequest): string | undefined {
  const [, scheme = '', value = ''] = /^(Bearer|Basic) +(.+)$/i.exec(headerOf(request, 'authorization') ?? '') ?? [];
  if (scheme.toLowerCase() !== 'basic') return value || undefined;
  return Buffer.from(value, 'base64').toString().split(':')[0];
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares in constant time. */
export const isSameSecret = (input: string, secret: string): boolean => timingSafeEqual(digest(input), digest(secret));

/** The text of the fault that the call's own header requests. */
export const requestedFaultOf = (request: FastifyRequest): string | undefined => headerOf(request, 'x-sandbox-fault');

/** An unknown fault is refused rather than ignored. */
export const isUnknownFault = (requestedFault: string | undefined): requestedFault is string =>
  requestedFault !== undefined && !parseFault(requestedFault);
