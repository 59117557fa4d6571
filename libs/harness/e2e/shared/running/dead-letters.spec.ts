import { topics } from '@payorch/contracts';
import { apiAt, eventually, sharedSystem } from '@payorch/harness';
import { produceAgain, recordsIn } from '../../support/records';
import type { AppName } from '@payorch/provisioning';

const system = sharedSystem();

/** One topic for each transport of each service. */
const readers: readonly (readonly [topic: string, app: AppName])[] = [
  ['payments.commands', 'payments'],
  ['payments.queries', 'payments'],
  ['refunds.snapshots', 'payments'],
  ['refunds.commands', 'refunds'],
  ['refunds.queries', 'refunds'],
  ['routing.requests', 'routing'],
  ['routing.commands', 'routing'],
  ['routing.queries', 'routing'],
  ['webhooks.requests', 'webhooks'],
  ['connector.commands.shared', 'connector-worker'],
];

const counted = async (app: AppName, topic: string): Promise<number> => {
  const { text } = await apiAt(system.baseUrl(app), { 'api-key': system.adminKey }).get('/metrics');
  const [, value] =
    new RegExp(`^dead_letters_total\\{topic="${topic}",cause="unreadable"\\} (\\d+)$`, 'm').exec(text) ?? [];
  return Number(value ?? 0);
};

it.each(readers)('an unreadable message of %s is dead-lettered and counted by %s', async (topic, app) => {
  const before = await counted(app, topic);
  const unreadable = `not JSON ${topic} ${before}`;
  await produceAgain(system, [{ topic, key: Buffer.from('m/none'), value: Buffer.from(unreadable), headers: {} }], 1);
  await eventually(async () => (await counted(app, topic)) === before + 1, { withinMs: 30_000 });
  const deadLettered = (await recordsIn(system, [topics.deadLetters.name]))
    .filter(({ headers }) => String(headers['x-origin-topic']) === topic)
    .map(({ value }) => String(value));
  expect(deadLettered).toContain(unreadable);
});
