import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brokerEnv, noteFigures, workspace } from '@payorch/harness';
import { expectTablesOfLists, makeTraffic, readModel, type ReadingTeam, type Traffic } from '../support/read-models';
import { rowsOf } from '../support/rows';
import { runSnippet, subscribeSnippets } from '../support/subscribe-snippets';
import { system } from './secured-system';

jest.setTimeout(1_200_000);

/** `READ_MODEL_PAYMENTS=1000`: the measured run of docs/subscribe.md. */
const payments = Number(process.env['READ_MODEL_PAYMENTS'] ?? 60);
const kinds = ['payments', 'payouts', 'customers', 'payment_methods'];
const topics = [...kinds.flatMap((kind) => [`${kind}.lifecycle`, `${kind}.snapshots`])];

async function aTeam(): Promise<ReadingTeam> {
  const { ca, pemFile, superUser } = system.security!;
  const brokers = system.kafkaBrokers.join();
  const env = { ...process.env, ...brokerEnv(system.security!, superUser.name), KAFKA_BROKERS: brokers };
  const named = [...topics, 'refunds.lifecycle', 'refunds.public_snapshots'].join();
  const args = [path.join(workspace, 'tools/subscribers.mjs'), 'add', 'tables', '--topics', named, '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: workspace, env });
  const caFile = path.join(path.dirname(pemFile), 'tables-ca.pem');
  writeFileSync(caFile, ca);
  const { password } = JSON.parse(stdout) as { readonly password: string };
  return {
    system,
    env: { KAFKA_BROKERS: brokers, KAFKA_USER: 'tables', KAFKA_PASSWORD: password, KAFKA_CA_FILE: caFile },
  };
}

describe('a team with a user of the broker and nothing else', () => {
  let team: ReadingTeam;
  let traffic: Traffic;
  beforeAll(async () => {
    team = await aTeam();
    traffic = await makeTraffic(system, payments);
  });

  it('has the tables of the lists from the beginning of the topics', () =>
    expectTablesOfLists(team, traffic, 'from_beginning', 'beginning'));

  it('has the same tables from the snapshots, and goes on from where it was', async () => {
    await expectTablesOfLists(team, traffic, 'from_snapshots', 'snapshots');
    const counts = await readModel(team, 'from_snapshots', 'snapshots');
    noteFigures(Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, String(count)])));
    expect(counts['payments']).toBeGreaterThanOrEqual(payments);
    expect(counts['refunds']).toBeGreaterThan(payments / 4);
  });

  it('prints the table by the code of docs/subscribe.md', async () => {
    const { 'ts connect': connect, 'ts rebuild': rebuild } = subscribeSnippets();
    const code = `${connect}${rebuild}`.replace('audit.table', 'tables.snippet');
    const output = await runSnippet('ts', code, { env: team.env, until: `outside_${payments - 1} ` });
    expect(output).toMatch(/^1 outside_\d+ /m);
  });

  it.each(['payments', 'refunds', 'payouts', 'customers', 'payment_methods'])(
    'has the same %s both times',
    async (table) => {
      const differing = await rowsOf(
        system,
        `SELECT key FROM from_beginning.${table} a FULL JOIN from_snapshots.${table} b USING (key)
       WHERE a.version IS DISTINCT FROM b.version OR a.state IS DISTINCT FROM b.state`,
      );
      expect(differing).toEqual([]);
    },
  );
});
