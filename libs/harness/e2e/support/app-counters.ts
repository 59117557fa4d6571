import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import type { RunningSystem } from '@payorch/harness';
import { allApps, type AppName } from '@payorch/provisioning';

/** What the apps did, by app; see `tools/lib/cost-counters.cjs`. */
export type ByApp<T> = Readonly<Partial<Record<AppName, T>>>;

interface Counted {
  /** `opening` is BEGIN with the merchants whose rows it may see. */
  readonly transactions: readonly { readonly opening: string; readonly statements: readonly string[] }[];
  readonly texts: readonly { readonly kind: 'parsed' | 'printed'; readonly text: string }[];
}

interface Frame {
  readonly name: string;
  readonly url: string;
  readonly line: number;
}

interface LargeObject {
  readonly size: number;
  /** Innermost first. */
  readonly stack: readonly Frame[];
}

/** The sandbox plays the processors: its work costs a merchant nothing. */
const counting = allApps.filter((name) => name !== 'sandbox');

const post = <T>({ costCounters }: RunningSystem, app: AppName, action: string): Promise<T> =>
  new Promise((resolve, reject) => {
    if (!costCounters) throw new Error('this system does not count; the shared system does');
    const socketPath = path.join(costCounters, `${app}.sock`);
    request({ socketPath, path: action, method: 'POST' }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () =>
        response.statusCode === 200 ? resolve(JSON.parse(text) as T) : reject(new Error(text)),
      );
    })
      .on('error', reject)
      .end();
  });

async function everyApp<T>(system: RunningSystem, action: string): Promise<ByApp<T>> {
  const answers = counting.map(async (app) => [app, await post<T>(system, app, action)] as const);
  return Object.fromEntries(await Promise.all(answers)) as ByApp<T>;
}

export interface StatementCount {
  readonly transactions: number;
  /** Besides BEGIN, the scope, and COMMIT or ROLLBACK. */
  readonly statements: number;
}
export interface TextCount {
  readonly parsed: number;
  readonly printed: number;
}
/** The work of one request. */
export interface Work {
  readonly statements: ByApp<StatementCount>;
  readonly json: ByApp<TextCount>;
}

const entriesOf = <T>(byApp: ByApp<T>) => Object.entries(byApp) as [AppName, T][];
const withoutNone = <T extends object>(byApp: ByApp<T>): ByApp<T> =>
  Object.fromEntries(entriesOf(byApp).filter(([, counts]) => Object.values(counts).some((count) => count > 0)));
const mapped = <T, U>(byApp: ByApp<T>, of: (one: T) => U): ByApp<U> =>
  Object.fromEntries(entriesOf(byApp).map(([app, one]) => [app, of(one)]));

/** A gateway renews the leases of all requests under way once a second: how many such ticks a request meets is chance. */
const renewsLeases = /^UPDATE idempotency_keys existing SET leased_until\b/;

/** A transaction that polls for due work sees the rows of every merchant: only those that name the merchant count. */
const statementsOf =
  (merchantId: string) =>
  ({ transactions }: Counted): StatementCount => {
    const own = transactions.filter(
      ({ opening, statements }) =>
        opening.includes(`"${merchantId}"`) && !statements.every((text) => renewsLeases.test(text)),
    );
    return { transactions: own.length, statements: own.flatMap(({ statements }) => statements).length };
  };

/** Texts that name another merchant belong to an earlier spec. */
const textsOf =
  (merchantId: string) =>
  ({ texts }: Counted): TextCount => {
    const isForeign = (text: string) => (text.match(/\bmerchant_\w+/g) ?? []).some((id) => id !== merchantId);
    const own = texts.filter(({ text }) => !isForeign(text) || text.includes(merchantId));
    const count = (kind: string) => own.filter((one) => one.kind === kind).length;
    return { parsed: count('parsed'), printed: count('printed') };
  };

export const startCounting = (system: RunningSystem): Promise<unknown> => everyApp(system, '/count');

/** The work of the apps for this merchant since `startCounting`. */
export async function stopCounting(system: RunningSystem, merchantId: string): Promise<Work> {
  const counted = await everyApp<Counted>(system, '/stop');
  return {
    statements: withoutNone(mapped(counted, statementsOf(merchantId))),
    json: withoutNone(mapped(counted, textsOf(merchantId))),
  };
}

const bundles = new Map<string, string[]>();

/** The module of each line of a bundle, which the bundler names before it. */
function modulesOf(bundle: string): string[] {
  const known = bundles.get(bundle);
  if (known) return known;
  let module = '';
  const modules = readFileSync(bundle, 'utf8')
    .split('\n')
    .map((line) => (module = /^\/\/ ((?:apps|libs|node_modules)\/\S+)$/.exec(line)?.[1] ?? module));
  bundles.set(bundle, modules);
  return modules;
}

const moduleOf = ({ url, line }: Frame): string => (url.endsWith('main.cjs') ? (modulesOf(url)[line] ?? '') : url);
const isOurs = (module: string): boolean => /^(apps|libs)\//.test(module);
/** Functions of the engine have no module. */
const isTransparent = (module: string): boolean => module === '' || /node_modules\/zod\//.test(module);

/**
 * The function of this repository that created an object, itself or by a function of the engine or the schemas. Undefined: a
 * package did, or the object is a text.
 */
function creatorOf({ stack }: LargeObject): string | undefined {
  const frames = stack.map((frame) => ({ name: frame.name, module: moduleOf(frame) }));
  const inner = frames.findIndex(({ module }) => !isTransparent(module));
  const creator = frames[inner];
  if (!creator || !isOurs(creator.module) || stack[0]?.name === 'stringify') return undefined;
  const named = frames.slice(inner).find(({ name, module }) => isOurs(module) && name !== '');
  // The bundler numbers functions of one name.
  return named?.name.replace(/\d+$/, '') ?? path.basename(creator.module);
}

/** Polls for due work create as many as requests do: the text of a statement becomes one piece when its name is looked up. */
const ofEveryPoll = ['nameOf'];

/** Objects of 512 bytes and more, by the function that created them. */
export type Objects = Readonly<Record<string, { readonly count: number; readonly bytes: number }>>;

/** The sampler misses an object now and then. */
const leastShare = 0.75;

export const startSampling = (system: RunningSystem): Promise<unknown> => everyApp(system, '/sample');

/** The large objects that the apps created since `startSampling`. */
export async function stopSampling(system: RunningSystem): Promise<ByApp<Objects>> {
  const sampled = await everyApp<{ objects: readonly LargeObject[] }>(system, '/stop-sampling');
  return mapped(sampled, ({ objects }) => {
    const kinds: Record<string, { count: number; bytes: number }> = {};
    for (const object of objects) {
      const creator = creatorOf(object);
      if (creator === undefined || ofEveryPoll.includes(creator)) continue;
      const kind = (kinds[creator] ??= { count: 0, bytes: 0 });
      kind.count += 1;
      kind.bytes += object.size;
    }
    return kinds;
  });
}

/** The kinds of which a function creates one at each of these requests; a rarer one is the work of a background job or of Node. */
export const regular = (objects: ByApp<Objects>, requests: number): ByApp<Objects> =>
  mapped(objects, (kinds) =>
    Object.fromEntries(Object.entries(kinds).filter(([, { count }]) => count >= leastShare * requests)),
  );

/** The number of large objects of each app. */
export const countOf = (objects: ByApp<Objects>): ByApp<number> =>
  mapped(objects, (kinds) => Object.values(kinds).reduce((sum, { count }) => sum + count, 0));

/** The kinds that take most memory, for a reader who looks for the cause of a higher figure. */
export const largestOf = (objects: ByApp<Objects>, most = 8): ByApp<string> =>
  mapped(objects, (kinds) =>
    Object.entries(kinds)
      .sort(([, one], [, other]) => other.bytes - one.bytes)
      .slice(0, most)
      .map(([kind, { count, bytes }]) => `${kind} ${count} (${Math.round(bytes / 1024)} KB)`)
      .join(', '),
  );
