import { apiAt, refusedBy } from './api.mjs';
import { loadTypescript } from './load-typescript.mjs';
import { createdLaneLines, incidentLines, lagLines, lanesLines, paymentLines, stuckLines } from './ops-lines.mjs';
import { login, withOperatorBroker } from './operator.mjs';
import { dataDirFromEnv, layoutOf } from './paths.mjs';
import { Problem } from './problem.mjs';
import { settingsFrom } from './settings.mjs';
import { readState } from './system.mjs';

/** The gateway, the key and the broker: of the running system, or as the command line and the environment name them. */
export function systemOf({ url }) {
  const settings = settingsFrom();
  const state = readState(layoutOf(dataDirFromEnv()));
  if (!state && !url)
    throw new Problem(
      `no system is running on ${settings.dataDir}`,
      'npm start -- --detach; PAYORCH_DATA=<folder> for a system on another data folder; --url <gateway> for one elsewhere',
    );
  const isHere = state && !url;
  return {
    url: url ?? state.api,
    adminApiKey: process.env.ADMIN_API_KEY || (isHere ? state.adminApiKey : settings.adminApiKey),
    kafkaBrokers: settings.kafkaBrokers ?? (isHere ? state.infrastructure.kafkaBrokers : undefined),
  };
}

const queryOf = (values) => {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== false);
  return given.length > 0 ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}` : '';
};

/** Longer than workers take to notice a new lane. */
const workerWaitMs = 15_000;

/** The commands, each with its values and its operand. */
export async function opsCommands({ url, json }) {
  const system = systemOf({ url });
  const api = apiAt(system.url, system.adminApiKey);
  const get = (path) => api.must('GET', path).catch(reachable);
  const reachable = (error) => {
    if (error instanceof Problem) throw error;
    throw new Problem(
      `the gateway at ${system.url} does not answer: ${error.cause?.code ?? error.message}`,
      'npm run ops -- lag still reads the broker',
    );
  };
  const print = (body, lines) =>
    process.stdout.write(json ? `${JSON.stringify(body, null, 2)}\n` : `${lines(body).join('\n')}\n`);

  const withBroker = async (work) => {
    const broker = await loadTypescript('tools/lib/ops-broker.ts');
    return withOperatorBroker(system.kafkaBrokers, (clients) => work({ ...clients, broker }));
  };

  return {
    async stuck({ 'min-age': minAge, limit, offset }) {
      const body = await get(`/ops/stuck${queryOf({ min_age_seconds: minAge, limit, offset })}`);
      // Only the broker knows which workers are there; the list counts without it.
      const lanes = await withBroker(({ admin, broker }) => broker.lanesAt(admin)).catch(() => null);
      const away = lanes && lanes.flatMap(({ lane, workers }) => (workers === 0 ? [lane] : []));
      print({ ...body, lanes_without_workers: away }, stuckLines);
    },
    async incidents({ all, limit, offset }) {
      const body = await get(`/ops/incidents${queryOf({ all, limit, offset })}`);
      // A dead letter needs a person, too; only the broker knows of it, and the list is complete without.
      const lag = await withBroker(({ admin, broker }) => broker.readBrokerLag(admin)).catch(() => null);
      const deadLetters = lag && lag.deadLetters.reduce((sum, { depth }) => sum + depth, 0);
      print({ ...body, dead_letters: deadLetters }, incidentLines);
    },
    async resolve({ reason, by = login() }, id) {
      if (!by) throw new Problem('who resolves it is not known', '--by <name>');
      const path = `/ops/incidents/${encodeURIComponent(id)}/resolve`;
      const answer = await api.post(path, { resolved_by: by, reason }).catch(reachable);
      if (answer.status !== 200) throw refusedBy('POST', path, answer);
      print(answer.body, (incident) => incidentLines({ total_count: 1, data: [incident] }));
    },
    async payment({ merchant, 'no-messages': isWithoutMessages }, id) {
      const body = await get(`/ops/payments/${encodeURIComponent(id)}${queryOf({ merchant_id: merchant })}`);
      const known = { ...body, services: { ...body.services } };
      if (isWithoutMessages) return print(known, paymentLines);
      const messages = await withBroker(({ kafka, admin, broker }) => broker.messagesOf(kafka, admin, body)).catch(
        (error) => error,
      );
      known.services.broker = Array.isArray(messages) ? 'answered' : 'away';
      if (Array.isArray(messages))
        known.events = [...body.events, ...messages].sort((one, other) =>
          one.at < other.at ? -1 : Number(one.at > other.at),
        );
      print(known, paymentLines);
    },
    async lanes() {
      print(await withBroker(({ admin, broker }) => broker.lanesAt(admin)), lanesLines);
    },
    async 'create-lane'(_, lane) {
      const isConsumed = await withBroker(({ admin, broker }) => broker.createLane(admin, lane, workerWaitMs));
      print({ lane, is_consumed: isConsumed }, createdLaneLines);
    },
    async lag() {
      print(await withBroker(({ admin, broker }) => broker.readBrokerLag(admin)), lagLines);
    },
  };
}
