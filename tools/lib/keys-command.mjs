import { loadTyped } from './bundle.mjs';
import { olderApiKeys } from './older-api-keys.mjs';
import { dataDirFromEnv, layoutOf } from './paths.mjs';
import { Problem } from './problem.mjs';
import { readState } from './system.mjs';
import { until } from './wait.mjs';

const settleWithinMs = 60_000;
const rewrapWithinMs = 600_000;

/**
 * Which apps use a list, under the name that their metrics give it. `sealers` show the current key alone. `owners` seal what
 * they store anew by themselves. Nobody does that for cards and credentials yet: their older key stays in the list.
 */
const users = {
  settings: { metric: 'settings', apps: ['gateway', 'webhooks'], owners: ['gateway'] },
  sealing: { metric: 'sealing', apps: ['connector-worker'], sealers: ['gateway'], owners: [], staysNamed: true },
  'api-keys': { metric: 'api_keys', apps: ['gateway'], owners: [] },
};

const metricsOf = ({ adminApiKey }, { url }) =>
  fetch(`${url}/metrics`, { headers: { 'api-key': adminApiKey }, signal: AbortSignal.timeout(2_000) }).then(
    (answer) => answer.text(),
    () => '',
  );

/** The commands on the system that runs from this checkout. */
export async function keysCommand({ progress }) {
  const typed = await loadTyped();
  const layout = layoutOf(dataDirFromEnv());
  const state = readState(layout);
  if (!state) throw new Problem('no system is running here', 'npm start -- --detach');
  const appsNamed = (names) => state.apps.filter(({ name }) => names.includes(name));

  const everyApp = async (names, holds, what) => {
    const all = async () =>
      (await Promise.all(appsNamed(names).map(async (app) => holds(await metricsOf(state, app))))).every(Boolean);
    if (!(await until(all, { withinMs: settleWithinMs, everyMs: 200 })))
      throw new Problem(`${names.join(', ')}: ${what} took more than ${settleWithinMs / 1_000} s`, 'see their logs');
  };

  const change = async (step) => {
    const secrets = step(typed.loadSecrets(layout.secrets));
    typed.saveSecrets(layout.secrets, secrets);
    typed.writeKeyFiles(layout.keys, secrets);
    return secrets;
  };

  const inUse = (ring, count) =>
    everyApp(users[ring].apps, (text) => typed.loadedKids(text, users[ring].metric).length === count, 'loading keys');

  async function rotate(ring) {
    const { metric, sealers = [], owners, staysNamed = false } = users[ring];
    const before = typed.keyCount(typed.loadSecrets(layout.secrets), ring);
    if (before > 1 && !staysNamed)
      throw new Problem(`${ring} holds ${before} keys already`, `npm run keys -- retire ${ring}`);
    const currentOf = async () => typed.loadedKids(await metricsOf(state, appsNamed(users[ring].apps)[0]), metric)[0];
    const old = await currentOf();
    await progress.step('add', () => change(typed.withFreshKey(ring)).then(() => inUse(ring, before + 1)));
    await progress.step(
      'make current',
      async () => {
        await change(typed.withLastKeyCurrent(ring));
        const isNew = (text) => ![undefined, old].includes(typed.loadedKids(text, metric)[0]);
        await everyApp([...users[ring].apps, ...sealers], isNew, 'taking the new key into use');
      },
      () => 'from now on new values are sealed with it',
    );
    const kid = await currentOf();
    const isDone = async () =>
      (await Promise.all(appsNamed(owners).map((app) => metricsOf(state, app)))).every(
        (text) => typed.sealsWaiting(text, metric, kid) === 0,
      );
    if (owners.length > 0)
      await progress.step('seal anew', async () => {
        if (!(await until(isDone, { withinMs: rewrapWithinMs, everyMs: 500 })))
          throw new Problem(`values still name an older key of ${ring}`, 'npm run keys -- status');
      });
    const next = staysNamed
      ? 'the older one still opens what is stored and stays'
      : `npm run keys -- retire ${ring} forgets the older one`;
    progress.line(`${ring}: ${kid} is the current key; ${next}`);
  }

  async function retire(ring) {
    const { metric, owners, staysNamed } = users[ring];
    if (staysNamed) throw new Problem(`stored values are not sealed anew: the older keys of ${ring} stay`);
    if (typed.keyCount(typed.loadSecrets(layout.secrets), ring) < 2)
      throw new Problem(`${ring} holds one key only`, `npm run keys -- rotate ${ring}`);
    const [{ url }] = appsNamed(users[ring].apps);
    const [kid] = typed.loadedKids(await metricsOf(state, { url }), metric);
    for (const app of appsNamed(owners)) {
      const waiting = typed.sealsWaiting(await metricsOf(state, app), metric, kid);
      if (waiting !== 0) throw new Problem(`${app.name}: ${waiting ?? 'unknown how many'} values name an older key`);
    }
    if (ring === 'api-keys') await refuseWhileNamed(kid);
    await progress.step('retire', () => change(typed.withoutOlderKeys(ring)).then(() => inUse(ring, 1)));
  }

  async function refuseWhileNamed(kid) {
    const older = await olderApiKeys(state.infrastructure.databaseUrl, kid);
    if (older.length === 0) return;
    throw new Problem(
      `${older.length} API keys were not used since the rotation:\n${older.map((line) => `  ${line}`).join('\n')}`,
      'wait until their merchants use them, or revoke them',
    );
  }

  async function status() {
    for (const ring of typed.rings) {
      for (const app of appsNamed([...users[ring].apps, ...(users[ring].sealers ?? [])])) {
        const text = await metricsOf(state, app);
        progress.line(
          `${ring.padEnd(9)} ${app.name.padEnd(17)} ${typed.loadedKids(text, users[ring].metric).join(' ')}`,
        );
      }
    }
    const [gateway] = appsNamed(['gateway']);
    const [kid] = typed.loadedKids(await metricsOf(state, gateway), 'api_keys');
    const older = await olderApiKeys(state.infrastructure.databaseUrl, kid);
    progress.line(`API keys that are not hashed with the current secret: ${older.length}`);
    for (const line of older) progress.line(`  ${line}`);
  }

  return { rings: typed.rings, status, rotate, retire };
}
