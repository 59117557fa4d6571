import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import type { Api } from './client';
import { NoGateway, ReconciliationClient } from './client';
import { our, their } from './fixtures';
import { RunFolder } from './folder';
import { Meter } from './meter';
import type { Ours, Period, Theirs } from './records';
import { isWithin } from './records';
import { reconcileKind, type Walk } from './walk';
import { dayMs, daysOf } from './windows';

const start = Date.parse('2026-11-01T00:00:00.000Z');
const windows = daysOf({ from: start, till: start + 3 * dayMs });
const account = { merchantId: 'merchant', merchantConnectorId: 'mca_1', connector: 'stripe' };
const day = (days: number) => ({ createdAt: new Date(start + days * dayMs).toISOString() });

const wire = ({ chargeReference, ourId, createdAt, ...rest }: Theirs) => ({
  ...rest,
  charge_reference: chargeReference,
  our_id: ourId,
  created_at: createdAt,
});
const ownWire = ({ objectId, paymentId, connectedAccount, isWaiting, internalState, ...rest }: Ours) => ({
  ...wire(rest as Theirs),
  object_id: objectId,
  payment_id: paymentId,
  connected_account: connectedAccount ?? null,
  is_waiting: isWaiting,
  internal_state: internalState,
});

interface Request extends Readonly<Record<string, unknown>> {
  readonly from?: string;
  readonly till?: string;
  readonly cursor?: string | null;
  readonly connected_account?: string | null;
  readonly references?: readonly string[];
  readonly our_ids?: readonly string[];
}

/** The routes of the gateway over two lists, in pages of `size`; a sync does what `onSync` does. */
class Gateway implements Api {
  readonly requests: string[] = [];
  /** The request that fails, counted from 1, and those after it. */
  failsFrom = Infinity;
  status = 200;
  /** What connected accounts have: the account's own list has nothing of it. */
  connected: Readonly<Record<string, Theirs[]>> = {};
  onSync: (id: string) => void = () => undefined;

  constructor(
    public theirs: Theirs[],
    public ours: Ours[],
    private readonly size: number,
  ) {}

  get(): never {
    throw new Error('no GET route is called');
  }

  async post(route: string, body: Request) {
    this.requests.push(route.split('/').at(-1)!);
    if (this.requests.length >= this.failsFrom) throw new Error('ended');
    if (this.status !== 200)
      return { status: this.status, body: { error: { code: 'CE_00', message: 'NO_LIST: none' } } };
    return { status: 200, body: this.answer(route, body) };
  }

  private answer(route: string, body: Request) {
    const { from, till, cursor, references, our_ids: ourIds, connected_account: connected } = body;
    if (route.endsWith('/syncs')) {
      this.onSync(String(body['id']));
      return { before: 'processing', after: 'succeeded' };
    }
    const period: Period = { from: Date.parse(from ?? ''), till: Date.parse(till ?? '') };
    const list = route.endsWith('processor_records')
      ? (connected ? this.connected[connected]! : this.theirs).filter((one) => isWithin(one, period)).map(wire)
      : this.ours
          .filter((one) =>
            from === undefined
              ? references!.includes(one.reference ?? '') || ourIds!.includes(one.ourId)
              : isWithin(one, period),
          )
          .map(ownWire);
    const at = Number(cursor ?? 0);
    const isLast = from === undefined || at + this.size >= list.length;
    return isLast
      ? { data: list.slice(at), next: null }
      : { data: list.slice(at, at + this.size), next: String(at + this.size) };
  }
}

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'reconcile-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const walkOver = (gateway: Gateway, more: Partial<Walk> = {}, name = 'a'): Walk => ({
  accounts: [account],
  client: new ReconciliationClient(gateway, []),
  folder: new RunFolder(path.join(folder, name)),
  meter: new Meter(new PassThrough(), windows.length),
  windows,
  source: 'list',
  isFixing: false,
  ...more,
});

const theirs = [
  their('a', day(0.1)),
  their('b', day(0.99)),
  their('c', day(1.5)),
  their('d', day(2.5)),
  their('e', day(2.6)),
];
const ours = [
  our('a', day(0.1)),
  our('b', day(0.99)),
  our('c', { ...day(1.5), moved: 400 }),
  our('d', { ...day(2.5), reference: null, state: 'pending', moved: 0, isWaiting: true }),
  our('f', day(2.7)),
];
const outline = async (result: ReturnType<typeof reconcileKind>) => {
  const { compared } = await result;
  return {
    ...compared,
    findings: compared?.findings.map(({ name, ours: one }) => `${name} ${one?.ourId ?? '-'}`).sort(),
  };
};
const expected = {
  matched: 2,
  nothingMoved: 0,
  found: [],
  findings: ['different_sums our_c', 'missing_here -', 'missing_there our_f', 'waiting our_d'],
};

it.each([1, 2, 3, 500])('pages of %d give the same result', async (size) => {
  expect(await outline(reconcileKind(walkOver(new Gateway(theirs, ours, size)), account, 'payment'))).toEqual(expected);
});

it('a run that ends at any request goes on, repeats no finished day, and gives the same result', async () => {
  const whole = new Gateway(theirs, ours, 2);
  await reconcileKind(walkOver(whole, {}, 'whole'), account, 'payment');
  for (let failsFrom = 1; failsFrom <= whole.requests.length; failsFrom++) {
    const first = new Gateway(theirs, ours, 2);
    first.failsFrom = failsFrom;
    await expect(reconcileKind(walkOver(first, {}, `${failsFrom}`), account, 'payment')).rejects.toBeInstanceOf(
      NoGateway,
    );
    const second = new Gateway(theirs, ours, 2);
    expect(await outline(reconcileKind(walkOver(second, {}, `${failsFrom}`), account, 'payment'))).toEqual(expected);
    expect(second.requests.length).toBeLessThanOrEqual(whole.requests.length);
    if (failsFrom === whole.requests.length) expect(second.requests.length).toBeLessThan(whole.requests.length / 2);
  }
});

it('a fix syncs each object of ours once, compares its days again, and says what remains', async () => {
  const gateway = new Gateway([...theirs], [...ours], 500);
  const synced: string[] = [];
  gateway.onSync = (id) => {
    synced.push(id);
    if (id === 'pay_d') gateway.ours = gateway.ours.map((one) => (one.objectId === id ? our('d', day(2.5)) : one));
  };
  const result = await reconcileKind(walkOver(gateway, { isFixing: true }), account, 'payment');
  expect(synced.sort()).toEqual(['pay_c', 'pay_d', 'pay_f']);
  expect(result.compared).toMatchObject({ matched: 3 });
  const fixed = result.compared === null ? [] : result.fixed;
  expect(fixed.map(({ objectId, finding, remains }) => [objectId, finding, remains]).sort()).toEqual([
    ['pay_c', 'different_sums', 'different_sums'],
    ['pay_d', 'waiting', null],
    ['pay_f', 'missing_there', 'missing_there'],
  ]);
  expect(fixed[0]).toMatchObject({ before: 'processing', after: 'succeeded', refused: null });
});

describe('direct charges', () => {
  const direct = { connectedAccount: 'acct_1' };
  const charges = [our('g', { ...day(0.5), ...direct }), our('h', { ...day(2.5), ...direct })];

  it('are compared with the lists of their connected accounts', async () => {
    const gateway = new Gateway(theirs, [...ours, ...charges], 2);
    // Noticed two days later: it is searched in the lists around the run.
    gateway.connected = { acct_1: [their('g', day(0.5)), their('h', day(3.5))] };
    const result = await outline(reconcileKind(walkOver(gateway), account, 'payment'));
    expect(result).toEqual({ ...expected, matched: 4 });
  });

  it('are not in the settlement file of the account', async () => {
    const gateway = new Gateway([], charges, 500);
    const walk = walkOver(gateway, { source: 'settlement', settled: () => [] });
    expect(await outline(reconcileKind(walk, account, 'payment'))).toMatchObject({ matched: 0, findings: [] });
  });
});

it('a kind that the gateway refuses to list is not compared, and says why', async () => {
  const gateway = new Gateway([], [], 500);
  gateway.status = 422;
  expect(await reconcileKind(walkOver(gateway), account, 'payout')).toEqual({
    compared: null,
    notCompared: 'CE_00: NO_LIST: none',
    isForGood: true,
  });
});
