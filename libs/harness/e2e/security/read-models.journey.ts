import { backfilled, makeOlder } from '../support/older-objects';
import {
  aReadingTeam,
  expectSameTables,
  expectStoredVersions,
  expectTablesOfLists,
  makeTraffic,
} from '../support/read-models';
import type { ReadingTeam, Traffic } from '../support/read-models';
import { runSnippet, subscribeSnippets } from '../support/subscribe-snippets';
import { system } from './secured-system';

/** The shortened fault run `read-models` of `npm run faults`. */
const payments = 60;

describe('a team with a user of the broker and nothing else', () => {
  let team: ReadingTeam;
  let traffic: Traffic;
  beforeAll(async () => {
    team = await aReadingTeam(system);
    traffic = await makeTraffic(system, payments);
  }, 180_000);

  it('has the tables of the lists from the beginning of the topics', async () => {
    const counts = await expectTablesOfLists(team, traffic, 'beginning');
    expect(counts['payments']).toBeGreaterThanOrEqual(payments);
    expect(counts['refunds']).toBeGreaterThan(payments / 4);
    expect(counts['payment_methods']).toBeGreaterThanOrEqual(2);
    expect(counts['disputes']).toBeGreaterThanOrEqual(8);
  }, 240_000);

  it('has the same tables from the snapshots, and goes on from where it was', async () => {
    await expectTablesOfLists(team, traffic, 'snapshots');
    await expectSameTables(team);
  }, 400_000);

  it('prints the table by the code of docs/subscribe.md', async () => {
    const { 'ts connect': connect, 'ts rebuild': rebuild } = subscribeSnippets();
    const code = `${connect}${rebuild}`.replace('audit.table', 'tables.snippet');
    const last = `outside_${payments - 1} `;
    expect(await runSnippet('ts', code, { env: team.env, until: last })).toContain(last);
  }, 60_000);

  it('has the objects of before the snapshot topics too', async () => {
    await makeOlder(system);
    await backfilled(system);
    await expectStoredVersions(team);
    await expectTablesOfLists(team, traffic, 'snapshots');
  }, 400_000);
});
