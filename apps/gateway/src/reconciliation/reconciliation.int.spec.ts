import { isRefusal, refuse } from '@payorch/contracts';
import { silentLogger, metrics } from '@payorch/platform/telemetry';
import type { ReconciliationRequest } from '@payorch/rest';
import { gatewayDatabase, type GatewayDatabase, testTrace as trace } from '../../test/gateway-database';
import { aFinding, aReport } from '../../test/reconciliation';
import { deleteOldRuns } from './persistence/delete-old-runs';
import { ReconciliationGauges } from './reconciliation-gauges';
import { ReconciliationIncidents } from './reconciliation-incidents';
import { ReconciliationRuns } from './reconciliation-runs';

let db: GatewayDatabase;
beforeAll(async () => void (db = await gatewayDatabase()));
afterAll(() => db.close());

function operator() {
  const { database } = db;
  const find = async (merchantId: string, merchantConnectorId: string) =>
    merchantConnectorId === 'mca_gone'
      ? refuse('connector_account_not_found', { reason: merchantConnectorId })
      : ({ merchantId, merchantConnectorId, connectorName: 'stripe_test' } as never);
  return { runs: new ReconciliationRuns(database, { find }), incidents: new ReconciliationIncidents(database) };
}
let account = 0;
/** Each test has an account of its own. */
const reports = () => {
  const { runs, incidents } = operator();
  const of = { merchant_id: 'merchant_a', merchant_connector_id: `mca_${++account}` };
  return {
    ...of,
    incidents,
    report: (run_id: string, changes: Partial<ReconciliationRequest> = {}) =>
      runs.report(aReport({ ...of, run_id, ...changes }), trace),
    open: async () =>
      (await incidents.list(false, 100)).data
        .filter((one) => one.merchant_connector_id === of.merchant_connector_id)
        .map(({ kind, object_id }) => `${kind} ${object_id}`)
        .sort(),
  };
};

it('a run opens one incident for each finding; the same report again changes nothing', async () => {
  const { report, open, incidents } = reports();
  const findings = [aFinding('missing_here', 'a'), aFinding('missing_there', 'b'), aFinding('different_sums', 'c')];
  const first = await report('run_1', { findings, is_last: false });
  expect(first).toMatchObject({ incidents_opened: 3, incidents_resolved: 0, completed_at: null });
  expect(await report('run_1', { findings, is_last: false })).toMatchObject({ incidents_opened: 3 });
  expect(await report('run_1', { findings: [] })).toMatchObject({ incidents_opened: 3, incidents_resolved: 0 });
  expect(await report('run_1', { findings: [aFinding('missing_there', 'late')] })).toMatchObject({
    incidents_opened: 3,
  });
  expect(await open()).toEqual([
    'reconciliation_different_sums pay_c',
    'reconciliation_missing_here ch_a',
    'reconciliation_missing_there pay_b',
  ]);
  const { data } = await incidents.list(false, 100);
  expect(data.find(({ object_id }) => object_id === 'pay_c')).toMatchObject({
    object: 'payment',
    payment_id: 'pay_c',
    connector: 'stripe_test',
    state: 'charged',
    still_needs: 'GET /payments/pay_c?force_sync=true',
    details: { reference: 'ch_c', ours: { moved: 1_000 }, theirs: { moved: 1_000 } },
    history: [{ event: 'opened' }],
  });
});

it('a later run that finds an object matched resolves its incident, with the run as the reason', async () => {
  const { report, open, incidents } = reports();
  await report('run_1', { findings: [aFinding('missing_there', 'gone'), aFinding('missing_there', 'still')] });
  // Another source, another period and another kind say nothing about it; neither does a run that is not complete.
  await report('run_2', { source: 'settlement_file' });
  await report('run_3', { from: '2026-01-01T11:00:00Z' });
  await report('run_4', { kinds: ['refund'] });
  await report('run_5', { is_last: false });
  expect(await open()).toHaveLength(2);
  const young = { ...aFinding('waiting', 'still'), theirs: null };
  young.ours = { ...young.ours!, created_at: new Date().toISOString() };
  const done = await report('run_6', { findings: [young] });
  expect(done).toMatchObject({ incidents_opened: 0, incidents_resolved: 1 });
  expect(await open()).toEqual(['reconciliation_missing_there pay_still']);
  const { data } = await incidents.list(true, 100);
  expect(data.find(({ object_id }) => object_id === 'pay_gone')?.history).toMatchObject([
    { event: 'opened' },
    { event: 'resolved', by: 'reconciliation', reason: expect.stringContaining('run_6') },
  ]);
  // Found again, it is opened again.
  expect(await report('run_7', { findings: [aFinding('missing_there', 'gone')] })).toMatchObject({
    incidents_opened: 1,
  });
});

it('an incident that another run reported meanwhile stays open', async () => {
  const { report, open } = reports();
  await report('run_a', { is_last: false });
  await report('run_b', { findings: [aFinding('missing_there', 'x')] });
  await report('run_a', { is_last: true });
  expect(await open()).toEqual(['reconciliation_missing_there pay_x']);
});

it('a person resolves an incident once; other incidents are unknown', async () => {
  const { report, incidents } = reports();
  await report('run_1', { findings: [aFinding('missing_here', 'manual')] });
  const { data } = await incidents.list(false, 100);
  const { incident_id: incidentId } = data.find(({ object_id }) => object_id === 'ch_manual')!;
  const resolution = { incidentId, resolvedBy: 'ada', reason: 'made by hand at the processor' };
  expect(await incidents.resolve(resolution, trace)).toMatchObject({ still_needs: null, history: [{}, { by: 'ada' }] });
  expect(await incidents.resolve(resolution, trace)).toMatchObject({ incident_id: incidentId });
  expect(await incidents.resolve({ ...resolution, reason: 'no' }, trace)).toMatchObject({ code: 'incident_resolved' });
  const other = { ...resolution, incidentId: '00000000-0000-4000-8000-000000000000' };
  expect(await incidents.resolve(other, trace)).toMatchObject({ code: 'incident_not_found' });
});

it.each([
  ['of an unknown account', { merchant_connector_id: 'mca_gone' }, 'connector_account_not_found'],
  ['of another connector', { connector: 'stripe' }, 'invalid_value'],
  ['without kinds', { kinds: [] }, 'invalid_value'],
  ['with an id that is none', { run_id: 'a b' }, 'invalid_value'],
  ['that ends before it begins', { from: '2026-01-03T00:00:00Z' }, 'invalid_value'],
])('a report %s is refused', async (_, changes, code) => {
  const refusal = await operator().runs.report(aReport(changes), trace);
  expect(isRefusal(refusal) && refusal.code).toBe(code);
});

it('a run keeps its period', async () => {
  const { report } = reports();
  await report('run_1', { is_last: false });
  expect(await report('run_1', { till: '2026-01-05T00:00:00Z' })).toMatchObject({
    kind: 'refused',
    details: { field: 'run_id' },
  });
});

it('runs are listed, counted by the gauges, and deleted after their time', async () => {
  const { report } = reports();
  const counts = { ...aReport().counts, missing_there: 3 };
  await report('run_listed', { counts });
  const { runs } = operator();
  const listed = (await runs.list({ connector: 'stripe_test', limit: 100 })) as { data: { run_id: string }[] };
  expect(listed.data.find(({ run_id }) => run_id === 'run_listed')).toMatchObject({
    counts,
    by: 'ada',
    source: 'list',
  });
  expect(await runs.list({ connector: 'stripe' })).toMatchObject({ total_count: 0, data: [] });
  expect(await runs.list({ limit: 101 })).toMatchObject({ kind: 'refused' });
  await new ReconciliationGauges(db.database, { everyMs: 60_000, logger: silentLogger }).round();
  const { text } = await metrics.render();
  expect(text).toContain('reconciliation_findings{connector="stripe_test",finding="missing_there"} 3');
  expect(text).toMatch(/reconciliation_last_completed_timestamp_seconds\{connector="stripe_test"\} \d/);
  expect(text).toMatch(/incidents_open \d/);
  expect(await deleteOldRuns(db.database, 3_600_000, 100)).toBe(0);
  expect(await deleteOldRuns(db.database, 0, 1_000)).toBeGreaterThan(0);
});
