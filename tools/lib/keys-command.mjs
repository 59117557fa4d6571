import { loadTyped } from './bundle.mjs';
import { olderApiKeys } from './older-api-keys.mjs';
import { dataDirFromEnv, layoutOf } from './paths.mjs';
import { Problem } from './problem.mjs';
import { readState } from './system.mjs';
import { unopenableSeals } from './unopenable-seals.mjs';
import { until } from './wait.mjs';

const settleWithinMs = 60_000;
const rewrapWithinMs = 600_000;

/**
 * Which apps use a list, under the name that their metrics give it. `owners` have what they store sealed anew. `outlives`: its
 * seals also travel, so an older key stays for as long as a message may wait, and may be one of several.
 */
const users = {
  settings: { metric: 'settings', apps: ['gateway', 'webhooks'], owners: ['gateway'] },
  sealing: {
    metric: 'sealing',
    apps: ['connector-worker', 'gateway', 'payments'],
    owners: ['gateway', 'payments'],
    outlives: true,
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
    const { metric, apps, owners, outlives = false } = users[ring];
    const before = typed.keyCount(typed.loadSecrets(layout.secrets), ring);
    if (before > 1 && !outlives)
      throw new Problem(`${ring} holds ${before} keys already`, `npm run keys -- retire ${ring}`);
    const currentOf = async () => typed.loadedKids(await metricsOf(state, appsNamed(apps)[0]), metric)[0];
    const old = await currentOf();
    await progress.step('add', () => change(typed.withFreshKey(ring)).then(() => inUse(ring, before + 1)));
    await progress.step(
      'make current',
      async () => {
        await change(typed.withLastKeyCurrent(ring));
        const isNew = (text) => ![undefined, old].includes(typed.loadedKids(text, metric)[0]);
        await everyApp(apps, isNew, 'taking the new key into use');
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
    if (outlives) for (const line of await unopenable()) progress.line(`  cannot be opened: ${line}`);
    progress.line(`${ring}: ${kid} is the current key; npm run keys -- retire ${ring} forgets the older one`);
  }

  async function retire(ring) {
    const { metric, owners, outlives } = users[ring];
    if (typed.keyCount(typed.loadSecrets(layout.secrets), ring) < 2)
      throw new Problem(`${ring} holds one key only`, `npm run keys -- rotate ${ring}`);
    const [{ url }] = appsNamed(users[ring].apps);
    const [kid] = typed.loadedKids(await metricsOf(state, { url }), metric);
    for (const app of appsNamed(owners)) {
      const waiting = typed.sealsWaiting(await metricsOf(state, app), metric, kid);
      if (waiting !== 0) throw new Problem(`${app.name}: ${waiting ?? 'unknown how many'} values name an older key`);
    }
    if (ring === 'api-keys') await refuseWhileNamed(kid);
    if (outlives) await refuseWhileUnderWay(ring);
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

  const unopenable = () => unopenableSeals(state.infrastructure.databaseUrl);

  /** What names an older key where no metric sees it: messages that wait on a topic, and what no worker can open. */
  async function refuseWhileUnderWay(ring) {
    const lines = await unopenable();
    if (lines.length > 0)
      throw new Problem(
        `${lines.length} stored values cannot be opened, so none of the keys of ${ring} may go:\n${lines.map((line) => `  ${line}`).join('\n')}`,
        'send these credentials anew, or delete what they belong to',
      );
    let secrets = typed.loadSecrets(layout.secrets);
    if (!secrets.turnedAt?.[ring]) secrets = await change(typed.notedNow(ring));
    const leftMs = typed.namedByMessagesForMs(secrets, ring, typed.retireAfterMs(process.env));
    if (leftMs > 0)
      throw new Problem(
        `messages under way may still name an older key of ${ring} for ${daysAndHours(leftMs)}`,
        'come again then; KEYS_RETIRE_AFTER=<time> says otherwise, where the topics keep messages for less than 7 days',
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
    for (const line of await unopenable()) progress.line(`cannot be opened: ${line}`);
    const [gateway] = appsNamed(['gateway']);
    const [kid] = typed.loadedKids(await metricsOf(state, gateway), 'api_keys');
    const older = await olderApiKeys(state.infrastructure.databaseUrl, kid);
    progress.line(`API keys that are not hashed with the current secret: ${older.length}`);
    for (const line of older) progress.line(`  ${line}`);
  }

  /** How much of what an owner stores names another key than the current one. */
  function namingOlder(ring, { name }, text, kids) {
    if (!users[ring].owners.includes(name) || kids.length < 2) return '';
    const waiting = typed.sealsWaiting(text, users[ring].metric, kids[0]);
    const unopened = ring === 'sealing' ? typed.sealsUnopenable(text, users[ring].metric) : 0;
    const named = waiting === undefined ? 'not counted yet' : `${waiting + unopened} stored values name an older key`;
    return `  ${named}${unopened > 0 ? `, ${unopened} of them cannot be opened` : ''}`;
  }

  return { rings: typed.rings, status, rotate, retire };
}
