import { registry } from '@payorch/connectors';
import { flowOf } from '@payorch/connector-kit';
import { operationNames, operationsOf, type OperationName } from '@payorch/operations';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '..');

/** The texts of the product's files, or of the journeys, in a folder. */
const textsIn = (folder: string, isWanted: (file: string) => boolean): readonly string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && isWanted(file))
    .map((file) => readFileSync(path.join(root, folder, file), 'utf8'));

const isProduct = (file: string): boolean => !file.endsWith('.spec.ts');
const owners = ['payments', 'refunds', 'payouts'].flatMap((app) => textsIn(`apps/${app}/src`, isProduct));
const journeys = textsIn('libs/harness/e2e', () => true);
const migrations = textsIn('apps/connector-worker/src/persistence/migrations', () => true);

const flowsOfConnectors = new Set<string>(Object.values(registry).flatMap(({ flows }) => [...flows]));
/** One command requests all operations of relays. */
const ofRelays: readonly string[] = operationsOf('relay');
/** A payout sends the command of the operation that a state of its machine has under way. */
const ofPayouts: readonly string[] = operationsOf('payout');

/** What a person has still to write of an operation, a line for each thing; nothing for a complete one. */
function leftToWrite(name: OperationName): readonly string[] {
  const flow = flowOf(name);
  const file = name.replaceAll('_', '-');
  const begins = new RegExp(
    ofPayouts.includes(name) ? `underWay: '${name}'` : `kind: '${name}'|operationCommands\\.${name}\\b`,
  );
  const golden = `libs/contracts/src/golden/connector.${name}.v${name === 'authorize' ? 2 : 1}.json`;
  const lines: readonly (readonly [boolean, string])[] = [
    [
      ofRelays.includes(name) || owners.some((text) => begins.test(text)),
      `the owner's decision, whose effect is { kind: '${name}', … }, with the command that requests it and its handler`,
    ],
    [flowsOfConnectors.has(flow), `libs/connectors/<connector>/flows/${file}.ts: its flow at a connector, in index.ts`],
    [
      ofRelays.includes(name) || existsSync(path.join(root, golden)),
      `${golden}: the command as services of this version send it`,
    ],
    [
      migrations.some((text) => text.includes(`'${name}'`)),
      'apps/connector-worker/src/persistence/migrations: the CHECK operations_flow with its name',
    ],
    [
      journeys.some((text) => new RegExp(name.replaceAll('_', '[_ -]?'), 'i').test(text)),
      'libs/harness/e2e: a journey, with the call at the simulated processor',
    ],
  ];
  return lines.flatMap(([isWritten, line]) => (isWritten ? [] : [line]));
}

it.each(operationNames)('nothing of the operation %s is left to write', (name) => {
  expect(leftToWrite(name)).toEqual([]);
});
