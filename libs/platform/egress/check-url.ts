import { isIP } from 'node:net';
import type { EgressPolicy } from './address';
import { mayConnect } from './address';

export type UrlCheck = { readonly ok: true; readonly url: URL } | { readonly ok: false; readonly reason: string };

const refuse = (reason: string): UrlCheck => ({ ok: false, reason });

export const portOf = ({ protocol, port }: Pick<URL, 'protocol' | 'port'>): number =>
  Number(port) || (protocol === 'https:' ? 443 : 80);

/** The host as a bare address or name; the URL parser has already normalized decimal, octal and hex forms. */
export const hostOf = ({ hostname }: Pick<URL, 'hostname'>): string => hostname.replace(/^\[|\]$/g, '');

/** Names of this machine that need no resolver (RFC 6761). */
const isLocal = (host: string): boolean => /(^|\.)localhost\.?$/.test(host);

/** Checks a merchant's URL before its name is resolved. The connection checks the addresses of the name. */
export function checkUrl(text: string, policy: EgressPolicy): UrlCheck {
  // The URL parser silently drops tabs and line breaks; a URL that contains them is an attack.
  if (/[\u0000-\u0020\u007f\\]/.test(text)) return refuse('the URL holds a character that it must not');
  if (!URL.canParse(text)) return refuse('the URL cannot be read');
  const url = new URL(text);
  if (url.protocol !== 'https:' && (url.protocol !== 'http:' || policy.httpsOnly)) {
    return refuse(policy.httpsOnly ? 'the URL is not https' : 'the URL is neither https nor http');
  }
  if (url.username !== '' || url.password !== '') return refuse('the URL holds a user name or a password');
  const name = hostOf(url);
  const host = isLocal(name) ? '127.0.0.1' : name;
  if (isIP(host) !== 0 && !mayConnect(host, portOf(url), policy)) return refuse('the URL leads to a closed address');
  // The connection checks whether a name leads into an allowed network; with an empty list no name can.
  const mayBeAllowed = policy.allowed.rules.length > 0;
  if (isIP(host) === 0 && !mayBeAllowed && !policy.ports.has(portOf(url))) return refuse('the URL names a closed port');
  return { ok: true, url };
}
