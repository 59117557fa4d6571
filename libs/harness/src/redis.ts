import Redis from 'ioredis';
import { redisUrl } from './environment';

/** A Redis database of one test on the shared server. */
export interface FreshRedis {
  readonly url: string;
  readonly flush: () => Promise<void>;
  readonly release: () => Promise<void>;
}

const claimSeconds = 900;

async function withRedis<T>(url: string, work: (client: Redis) => Promise<T>): Promise<T> {
  const client = new Redis(url);
  try {
    return await work(client);
  } finally {
    client.disconnect();
  }
}

/** Claims one of the server's numbered databases (number 0 stores the claims) and empties it. */
export async function freshRedis(): Promise<FreshRedis> {
  const shared = redisUrl();
  const number = await withRedis(shared, async (client) => {
    const [, databases = '16'] = (await client.config('GET', 'databases')) as string[];
    for (let candidate = 1; candidate < Number(databases); candidate += 1)
      if ((await client.set(`harness:${candidate}`, process.pid, 'EX', claimSeconds, 'NX')) === 'OK') return candidate;
    throw new Error(`all ${databases} databases of ${shared} are in use`);
  });
  const url = new URL(shared);
  url.pathname = `/${number}`;
  const flush = () => withRedis(url.href, async (client) => void (await client.flushdb()));
  await flush();
  return {
    url: url.href,
    flush,
    release: async () => {
      await flush();
      await withRedis(shared, (client) => client.del(`harness:${number}`));
    },
  };
}
