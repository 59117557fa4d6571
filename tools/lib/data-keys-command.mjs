import { apiAt } from './api.mjs';
import { Problem } from './problem.mjs';
import { storedDataKeys } from './stored-data-keys.mjs';
import { until } from './wait.mjs';

/** The apps that store rows under data keys. */
const owners = ['gateway', 'payments', 'payouts', 'webhooks', 'connector-worker'];
/** The walk keeps its pace while it finds rows: the command gives up only when it makes no progress for this long. */
const progressWithinMs = 600_000;

/** The commands about the data keys of merchants: `rotate` and `retire` with one merchant id or for every merchant. */
export function dataKeysCommand({ typed, progress, state, metricsOf, unopenable, daysAndHours }) {
  const { databaseUrl } = state.infrastructure;
  const ownersRunning = () => state.apps.filter(({ name }) => owners.includes(name));
  const [gateway] = state.apps.filter(({ name }) => name === 'gateway');
  const admin = apiAt(gateway.url, state.adminApiKey);
  const metricsOfOwners = () =>
    Promise.all(ownersRunning().map(async (app) => ({ app, text: await metricsOf(state, app) })));
  const rotationsStored = async () => typed.rotationsOf([...(await storedDataKeys(databaseUrl)).values()]);

  async function keysOf(merchantId) {
    const keys = await storedDataKeys(databaseUrl, merchantId);
    if (keys.size === 0) throw new Problem(merchantId ? `${merchantId} has no data key` : 'no merchant has a data key');
    return keys;
  }

  async function resealed(rotations) {
    let before;
    for (;;) {
      const isDone = async () => {
        const texts = await metricsOfOwners();
        return texts.every(({ text }) => typed.areRowsResealed(text, rotations));
      };
      if (await until(isDone, { withinMs: progressWithinMs, everyMs: 500 })) return;
      const now = JSON.stringify((await metricsOfOwners()).map(({ text }) => typed.dataSealsIn(text)));
      if (now === before) throw new Problem('rows still name an older data key', 'npm run keys -- status');
      before = now;
    }
  }

  async function rotate(merchantId) {
    const merchants = [...(await keysOf(merchantId)).keys()];
    await progress.step('make', async () => {
      for (const merchant of merchants) await admin.must('POST', `/accounts/${encodeURIComponent(merchant)}/data_keys`);
    });
    await progress.step('reseal', async () => resealed(await rotationsStored()));
    progress.line(
      `data: ${merchants.length === 1 ? `${merchants[0]} has` : `${merchants.length} merchants have`} a new data key; npm run keys -- retire data removes the older ones`,
    );
  }

  /** Refuses before anything is deleted: a row that names a deleted key never opens again. */
  async function retire(merchantId) {
    const keys = await keysOf(merchantId);
    const rotations = await rotationsStored();
    for (const { app, text } of await metricsOfOwners())
      if (!typed.areRowsResealed(text, rotations))
        throw new Problem(`${app.name}: ${waitingIn(text)}`, 'npm run keys -- status');
    const closed = (await unopenable('data')).filter(({ merchant }) => keys.has(merchant));
    if (closed.length > 0)
      throw new Problem(
        `${closed.length} stored values cannot be opened, so no data key of their merchants can be removed:\n${closed.map(({ line }) => `  ${line}`).join('\n')}`,
        'delete the objects that own them, or name another merchant',
      );
    const older = [...keys].flatMap(([merchant, known]) =>
      typed.olderDataKeys(known, typed.retireAfterMs(process.env)).map((key) => ({ merchant, ...key })),
    );
    if (older.length === 0) throw new Problem('there is no older data key', 'npm run keys -- rotate data');
    const due = older.filter(({ namedForMs }) => namedForMs === 0);
    if (due.length === 0)
      throw new Problem(
        `unhandled messages may name an older data key for another ${daysAndHours(Math.min(...older.map(({ namedForMs }) => namedForMs)))}`,
        'retry then; set KEYS_RETIRE_AFTER=<time> when the retention of the topics is less than 7 days',
      );
    await progress.step('retire', async () => {
      for (const { merchant, version } of due)
        await admin.must('DELETE', `/accounts/${encodeURIComponent(merchant)}/data_keys/${version}`);
    });
    progress.line(`data: older data keys deleted: ${due.length}, not due yet: ${older.length - due.length}`);
  }

  const waitingIn = (text) => {
    const seals = typed.dataSealsIn(text);
    if (!seals) return 'not counted yet';
    return `rotations: ${seals.rotations}, rows that name an older data key: ${seals.waiting}`;
  };

  async function status() {
    const keys = await storedDataKeys(databaseUrl);
    const older = [...keys].filter(([, known]) => known.length > 1);
    progress.line(
      `data      gateway           merchants: ${keys.size}, rotations: ${typed.rotationsOf([...keys.values()])}, merchants with older keys: ${older.length}`,
    );
    for (const { app, text } of await metricsOfOwners())
      progress.line(`data      ${app.name.padEnd(17)} ${waitingIn(text)}`);
  }

  return { rotate, retire, status };
}
