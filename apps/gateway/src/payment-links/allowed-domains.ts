import { each } from './config-values';

/** A site whose pages may frame a secure link: `acme.example`, `*.acme.example`, `https://acme.example`, `localhost:5500`. */
interface AllowedDomain {
  /** null: http and https. */
  readonly protocol: string | null;
  /** Every site below the host, but not the host itself. */
  readonly isBelow: boolean;
  readonly host: string;
  /** null: the port of the protocol. */
  readonly port: string | null;
}

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const pattern = new RegExp(`^(?:(https?)://)?(\\*\\.)?(${label}(?:\\.${label})*)(?::(\\d{1,5}))?$`);
const longest = 253;

function read(text: string): AllowedDomain | undefined {
  const [, protocol, below, host, port] = pattern.exec(text.toLowerCase()) ?? [];
  if (host === undefined || text.length > longest || Number(port ?? 0) > 65_535) return undefined;
  // `*.example` would be every site of a registry.
  if (below !== undefined && !host.includes('.')) return undefined;
  return { protocol: protocol ?? null, isBelow: below !== undefined, host, port: port ?? null };
}

export const isAllowedDomain = (text: string): boolean => read(text) !== undefined;

const mostDomains = 50;
const allowed =
  'a host such as acme.example, *.acme.example, https://acme.example or localhost:5500; a port is a number, and * stands for the first label alone';

/** Whose pages may frame a link. */
export const domains = each<string>(mostDomains, (text) => (isAllowedDomain(text) ? [] : [{ path: '', allowed }]));

/** The domain as a source of `frame-ancestors`; undefined where it is none, so that no text of a merchant ends the header's directive. */
export function frameSourceOf(text: string): string | undefined {
  const domain = read(text);
  if (!domain) return undefined;
  const { protocol, isBelow, host, port } = domain;
  return `${protocol === null ? '' : `${protocol}://`}${isBelow ? '*.' : ''}${host}${port === null ? '' : `:${port}`}`;
}

const matches = ({ protocol, isBelow, host, port }: AllowedDomain, page: URL): boolean =>
  (protocol === null || page.protocol === `${protocol}:`) &&
  // An empty port is the one of the protocol, as in the sources of a content security policy.
  page.port === (isUsualPort(port, page.protocol) ? '' : port) &&
  (isBelow ? page.hostname.endsWith(`.${host}`) : page.hostname === host);

const isUsualPort = (port: string | null, protocol: string): boolean =>
  port === null || port === (protocol === 'https:' ? '443' : '80');

/** Whether a page of this address, as a browser names it in `Referer`, may frame the secure link. */
export function isAllowedFrame(domains: readonly string[], address: string | undefined): boolean {
  if (address === undefined || !URL.canParse(address)) return false;
  const page = new URL(address);
  if (page.protocol !== 'https:' && page.protocol !== 'http:') return false;
  return domains.some((text) => {
    const domain = read(text);
    return domain !== undefined && matches(domain, page);
  });
}
