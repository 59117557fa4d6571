import { loadTyped } from './load-typescript.mjs';
import { dataKeysCommand } from './data-keys-command.mjs';
import { olderApiKeys } from './older-api-keys.mjs';
import { dataDirFromEnv, layoutOf } from './paths.mjs';
import { Problem } from './problem.mjs';
import { runningSystem } from './system.mjs';
import { unopenableSeals } from './unopenable-seals.mjs';
import { until } from './wait.mjs';

const settleWithinMs = 60_000;
const rewrapWithinMs = 600_000;

/**
 * The apps that use a key list, and its name in their metrics. `owners` reseal their stored values. `inMessages`: messages carry
 * seals too, so an older key stays as long as a message may wait, and several older keys may exist.
 */
const users = {
  settings: { metric: 'settings', apps: ['gateway', 'webhooks'], owners: ['gateway'] },
  master: {
    metric: 'master',
    apps: ['gateway', 'payments', 'refunds', 'payouts', 'connector-worker', 'webhooks'],
    owners: ['gateway'],
    inMessages: true,
  },
  sealing: {
    metric: 'sealing',
    apps: ['connector-worker', 'gateway', 'payments', 'payouts'],
    owners: ['gateway', 'payments', 'payouts'],
    inMessages: true,
  },
  'api-keys': { metric: 'api_keys', apps: ['gateway'], owners: [] },
};

const daysAndHours = (ms) => {
  const hours = Math.ceil(ms / 3_600_000);
  return `${Math.floor(hours / 24)} d ${hours % 24} h`;
};

const metricsOf = ({ adminApiKey }, { url }) =>
  fetch(`${url}/metrics`, { headers: { 'api-key': adminApiKey }, signal: AbortSignal.timeout(2_000) }).then(
    (answer) => answer.text(),
    () => '',
  );

/** The key commands for the running system of this checkout. */
export async function keysCommand({ progress }) {
  const layout = layoutOf(dataDirFromEnv());
  const state = runningSystem(layout);
  const typed = await loadTyped();
  const appsNamed = (names) => state.apps.filter(({ name }) => names.includes(name));

  const everyApp = async (names, isLoaded, what) => {
    const all = async () =>
      (await Promise.all(appsNamed(names).map(async (app) => isLoaded(await metricsOf(state, app))))).every(Boolean);
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
    const { metric, apps, owners, inMessages = false } = users[ring];
    const before = typed.keyCount(typed.loadSecrets(layout.secrets), ring);
    if (before > 1 && !inMessages)
      throw new Problem(`${ring} has ${before} keys already`, `npm run keys -- retire ${ring}`);
    const currentOf = async () => typed.loadedKids(await metricsOf(state, appsNamed(apps)[0]), metric)[0];
    const old = await currentOf();
    await progress.step('add', () => change(typed.withFreshKey(ring)).then(() => inUse(ring, before + 1)));
    await progress.step(
      'make current',
      async () => {
        await change(typed.withLastKeyCurrent(ring));
        const isNew = (text) => ![undefined, old].includes(typed.loadedKids(text, metric)[0]);
        await everyApp(apps, isNew, 'using the new key');
      },
      () => 'new values are sealed with it',
    );
    const kid = await currentOf();
    const isDone = async () =>
      (await Promise.all(appsNamed(owners).map((app) => metricsOf(state, app)))).every(
        (text) => typed.sealsWaiting(text, metric, kid) === 0,
      );
    if (owners.length > 0)
      await progress.step('reseal', async () => {
        if (!(await until(isDone, { withinMs: rewrapWithinMs, everyMs: 500 })))
          throw new Problem(`values still name an older key of ${ring}`, 'npm run keys -- status');
      });
    if (inMessages) for (const { line } of await unopenable()) progress.line(`  cannot be opened: ${line}`);
    progress.line(`${ring}: ${kid} is the current key; npm run keys -- retire ${ring} removes the older one`);
  }

  async function retire(ring) {
    const { metric, owners, inMessages } = users[ring];
    if (typed.keyCount(typed.loadSecrets(layout.secrets), ring) < 2)
      throw new Problem(`${ring} has only one key`, `npm run keys -- rotate ${ring}`);
    const [{ url }] = appsNamed(users[ring].apps);
    const [kid] = typed.loadedKids(await metricsOf(state, { url }), metric);
    for (const app of appsNamed(owners)) {
      const waiting = typed.sealsWaiting(await metricsOf(state, app), metric, kid);
      if (waiting !== 0) throw new Problem(`${app.name}: ${waiting ?? 'unknown how many'} values name an older key`);
    }
    if (ring === 'api-keys') await refuseWhileNamed(kid);
    if (inMessages) await refuseWhileUnderWay(ring);
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

  /** The stored values of a kind of keys that do not open: `workers` for sealing keys, `data` for data keys. */
  const unopenable = async (kind = 'workers') =>
    (await unopenableSeals(state.infrastructure.databaseUrl)).filter((value) => value.kind === kind);
  const dataKeys = dataKeysCommand({ typed, progress, state, metricsOf, unopenable, daysAndHours });

  /** Refuses while waiting messages or values that no worker can open, which no metric counts, may name an older key. */
  async function refuseWhileUnderWay(ring) {
    const lines = await unopenable();
    if (lines.length > 0)
      throw new Problem(
        `${lines.length} stored values cannot be opened, so no key of ${ring} can be removed:\n${lines.map(({ line }) => `  ${line}`).join('\n')}`,
        'set these credentials again, or delete the objects that own them',
      );
    let secrets = typed.loadSecrets(layout.secrets);
    if (!secrets.turnedAt?.[ring]) secrets = await change(typed.withTurnRecorded(ring));
    const leftMs = typed.namedByMessagesForMs(secrets, ring, typed.retireAfterMs(process.env));
    if (leftMs > 0)
      throw new Problem(
        `unhandled messages may name an older key of ${ring} for another ${daysAndHours(leftMs)}`,
        'retry then; set KEYS_RETIRE_AFTER=<time> when the retention of the topics is less than 7 days',
      );
  }

  async function status() {
    for (const ring of typed.rings) {
      for (const app of appsNamed(users[ring].apps)) {
        const text = await metricsOf(state, app);
        const kids = typed.loadedKids(text, users[ring].metric);
        progress.line(
          `${ring.padEnd(9)} ${app.name.padEnd(17)} ${kids.join(' ')}${namingOlder(ring, app, text, kids)}`,
        );
      }
    }
    await dataKeys.status();
    for (const { line } of [...(await unopenable()), ...(await unopenable('data'))])
      progress.line(`cannot be opened: ${line}`);
    const [gateway] = appsNamed(['gateway']);
    const [kid] = typed.loadedKids(await metricsOf(state, gateway), 'api_keys');
    const older = await olderApiKeys(state.infrastructure.databaseUrl, kid);
    progress.line(`API keys that are not hashed with the current secret: ${older.length}`);
    for (const line of older) progress.line(`  ${line}`);
  }

  /** How many stored values of an owner name an older key. */
  function namingOlder(ring, { name }, text, kids) {
    if (!users[ring].owners.includes(name) || kids.length < 2) return '';
    const waiting = typed.sealsWaiting(text, users[ring].metric, kids[0]);
    const unopened = ring === 'sealing' ? typed.sealsUnopenable(text, users[ring].metric) : 0;
    const named = waiting === undefined ? 'not counted yet' : `${waiting + unopened} stored values name an older key`;
    return `  ${named}${unopened > 0 ? `, ${unopened} of them cannot be opened` : ''}`;
  }

  return {
    status,
    rotate: (ring, merchantId) => (ring === 'data' ? dataKeys.rotate(merchantId) : rotate(ring)),
    retire: (ring, merchantId) => (ring === 'data' ? dataKeys.retire(merchantId) : retire(ring)),
  };
}
