import { isIP } from 'node:net';
import type { EgressPolicy } from './address';
import { mayConnect } from './address';

export type UrlCheck = { readonly ok: true; readonly url: URL } | { readonly ok: false; readonly reason: string };

const refuse = (reason: string): UrlCheck => ({ ok: false, reason });

export const portOf = ({ protocol, port }: Pick<URL, 'protocol' | 'port'>): number =>
  Number(port) || (protocol === 'https:' ? 443 : 80);

/** The host as a bare address or name: the URL parser has already read decimal, octal and hex forms. */
export const hostOf = ({ hostname }: Pick<URL, 'hostname'>): string => hostname.replace(/^\[|\]$/g, '');

/** Names that mean this machine without any resolver (RFC 6761). */
const isLocal = (host: string): boolean => /(^|\.)localhost\.?$/.test(host);

/** What can be said of a merchant's URL before its name is resolved; names are judged by their addresses on connecting. */
export function checkUrl(text: string, policy: EgressPolicy): UrlCheck {
  // The URL parser drops tabs and line breaks without a word; whoever puts them there means no good.
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
  // Whether a name leads into an allowed network shows on connecting; where none is allowed, it cannot.
  const mayBeAllowed = policy.allowed.rules.length > 0;
  if (isIP(host) === 0 && !mayBeAllowed && !policy.ports.has(portOf(url))) return refuse('the URL names a closed port');
  return { ok: true, url };
}
