import { existsSync } from 'node:fs';
import path from 'node:path';
import { allApps, appEnv, newSecrets, type AppName, type SystemPlan } from '@payorch/provisioning';
import { composeFile, contextRoots, imageLayout, mountsOf, workspace } from './compose';

const { services, volumes } = composeFile();
const all = Object.entries(services).map(([name, service]) => ({ name, service }));
const ours = all.flatMap(({ name, service }) =>
  service.build ? [{ name, service, image: imageLayout(service.build.args.APP) }] : [],
);
const isBelow = (folder: string, file: string): boolean => file === folder || file.startsWith(`${folder}/`);

it('every app and both one-shots of provision run images of our own, as a user without rights', () => {
  expect(ours.map(({ name }) => name).sort()).toEqual([...allApps, 'provision', 'secrets'].sort());
  for (const { service, image } of ours) {
    expect(service.build?.dockerfile).toBe('deploy/Dockerfile');
    expect(image.user).toBe('node');
  }
});

describe.each(ours)('$name', ({ service, image }) => {
  const mounts = mountsOf(service);

  it('mounts volumes only on folders that its image makes and gives to its user: a volume inherits their owner', () => {
    const named = mounts.filter(({ source }) => !source.startsWith('.'));
    for (const { target } of named) {
      expect(image.folders).toContain(target);
      expect(image.owned.some((folder) => isBelow(folder, target))).toBe(true);
    }
  });

  it('reads files only below its mounts', () => {
    const files = Object.entries(service.environment ?? {}).filter(([name]) => /_(FILE|LEDGER|PROPERTIES)$/.test(name));
    for (const [name, file] of files)
      expect({ name, isMounted: mounts.some(({ target }) => isBelow(target, String(file))) }).toEqual({
        name,
        isMounted: true,
      });
  });
});

it('every volume that is mounted is declared, and every declared one is mounted', () => {
  const mounted = all.flatMap(({ service }) => mountsOf(service)).map(({ source }) => source);
  const [files, named] = [mounted.filter((one) => one.startsWith('.')), mounted.filter((one) => !one.startsWith('.'))];
  expect([...new Set(named)].sort()).toEqual(Object.keys(volumes).sort());
  for (const file of files)
    expect({ file, exists: existsSync(path.join(workspace, file)) }).toEqual({ file, exists: true });
});

it('services wait only for services that exist', () => {
  const waited = all.flatMap(({ service }) => Object.keys(service.depends_on ?? {}));
  expect(waited.filter((name) => !services[name])).toEqual([]);
});

it('the build copies only what exists, and what the context lets in', () => {
  for (const source of imageLayout('gateway').contextSources) {
    expect({ source, exists: existsSync(path.join(workspace, source)) }).toEqual({ source, exists: true });
    expect(contextRoots()).toContain(source);
  }
});

const plan: SystemPlan = {
  ports: { ...(Object.fromEntries(allApps.map((app) => [app, 1])) as Record<AppName, number>), 'sandbox-tls': 2 },
  databaseUrlOf: () => 'postgres://',
  redisUrl: 'redis://',
  kafkaBrokers: '',
  kafkaSession: '6s',
  adminApiKey: '',
  secrets: newSecrets(),
  keyFolder: '/keys',
  ledgerFile: '/ledger',
  filesFolder: '/files',
};
/** The sandbox shares the gateway's network and calls it where it listens; a session is short only where a test waits for it. */
const notInContainers: Partial<Record<AppName, readonly string[]>> = { sandbox: ['PUBLIC_URL'] };
const whateverTheApp = ['KAFKA_SESSION_TIMEOUT'];

/** Without a slash at the end, and with the sandbox where the containers find it. */
const inContainers = (url = ''): string =>
  url.replace(/^http:\/\/127\.0\.0\.1:\d+/, 'http://gateway:8090').replace(/\/$/, '');

it('the worker of docker-compose calls each processor where the sandbox plays it', () => {
  const given = services['connector-worker']?.environment ?? {};
  const expected = Object.entries(appEnv('connector-worker', plan)).filter(([name]) => name.endsWith('_BASE_URL'));
  expect(expected.length).toBeGreaterThan(5);
  for (const [name, url] of expected) expect({ name, url: given[name] }).toEqual({ name, url: inContainers(url) });
});

it.each(allApps)('%s of docker-compose has every setting that it has by npm start', (app) => {
  const given = Object.keys(services[app]?.environment ?? {}).map((name) => name.replace(/_FILE$/, ''));
  const needed = Object.keys(appEnv(app, plan)).map((name) => name.replace(/_FILE$/, ''));
  const exempt = [...whateverTheApp, ...(notInContainers[app] ?? [])];
  expect(needed.filter((name) => !given.includes(name) && !exempt.includes(name))).toEqual([]);
});
