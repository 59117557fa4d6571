export interface RedisHost {
  readonly host: string;
  readonly port: number;
}

interface Access {
  readonly tls: boolean;
  readonly username?: string;
  readonly password?: string;
}

/** The Redis target: one server, a primary behind sentinels, or a cluster. */
export type RedisTarget =
  | { readonly kind: 'server'; readonly url: string }
  | (Access & {
      readonly kind: 'sentinel';
      readonly sentinels: readonly RedisHost[];
      readonly name: string;
      readonly db: number;
      readonly sentinelPassword?: string;
    })
  | (Access & { readonly kind: 'cluster'; readonly nodes: readonly RedisHost[] });

const plain = /^rediss?:\/\//;
const several =
  /^redis(?<tls>s?)\+(?<kind>sentinel|cluster):\/\/(?:(?<user>[^:@/]*)(?::(?<password>[^@/]*))?@)?(?<hosts>[^/?#@]+)(?<path>\/[^?#]*)?(?:\?(?<query>[^#]*))?$/;
const hostForm = /^(?:\[(?<v6>[0-9a-fA-F:]+)\]|(?<name>[A-Za-z0-9._-]+))(?::(?<port>\d{1,5}))?$/;

function hostOf(text: string, fallbackPort: number): RedisHost | undefined {
  const { v6, name, port } = hostForm.exec(text)?.groups ?? {};
  const host = v6 ?? name;
  const number = port === undefined ? fallbackPort : Number(port);
  return host !== undefined && number > 0 && number < 65_536 ? { host, port: number } : undefined;
}

function hostsOf(text: string, fallbackPort: number): readonly RedisHost[] | undefined {
  const hosts = text.split(',').map((host) => hostOf(host.trim(), fallbackPort));
  return hosts.every((host) => host !== undefined) ? hosts : undefined;
}

const decoded = (text: string | undefined): string | undefined => {
  try {
    return text === undefined || text === '' ? undefined : decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

function sentinelOf(access: Access, hosts: string, path: string, query: string): RedisTarget | undefined {
  const sentinels = hostsOf(hosts, 26_379);
  const { name, db = '0' } = /^\/(?<name>[A-Za-z0-9._-]+)(?:\/(?<db>\d{1,4}))?$/.exec(path)?.groups ?? {};
  const sentinelPassword = new URLSearchParams(query).get('sentinel_password');
  if (!sentinels || name === undefined) return undefined;
  return {
    kind: 'sentinel',
    ...access,
    sentinels,
    name,
    db: Number(db),
    ...(sentinelPassword !== null && { sentinelPassword }),
  };
}

/**
 * Parses `redis://…` and `rediss://…`,
 * `redis+sentinel://[user:password@]host:port,host:port/name[/db][?sentinel_password=…]` and
 * `redis+cluster://[user:password@]host:port,host:port`; `rediss+…` for TLS. Returns undefined for any other text.
 */
export function redisTargetOf(text: string): RedisTarget | undefined {
  if (plain.test(text))
    return URL.canParse(text) && new URL(text).hostname !== '' ? { kind: 'server', url: text } : undefined;
  const found = several.exec(text)?.groups;
  if (!found) return undefined;
  const { tls, kind, user, password, hosts = '', path = '', query = '' } = found;
  const [username, secret] = [decoded(user), decoded(password)];
  const access = {
    tls: tls === 's',
    ...(username !== undefined && { username }),
    ...(secret !== undefined && { password: secret }),
  };
  if (kind === 'sentinel') return sentinelOf(access, hosts, path, query);
  const nodes = hostsOf(hosts, 6_379);
  return nodes && (path === '' || path === '/') ? { kind: 'cluster', ...access, nodes } : undefined;
}
