import { merchantWith } from './demo.mjs';
import { closedLoop, merchantAt } from './load.mjs';
import { Problem } from './problem.mjs';
import { cpuMs } from './process-stats.mjs';

const windowMs = 4_000;
const warmUpMs = {
  pay: 30_000,
  retrieve: 4_000,
  refund: 12_000,
  listing: 4_000,
  createCustomer: 6_000,
  retrieveCustomer: 4_000,
  paySaved: 12_000,
  payout: 12_000,
};
/** The kinds of requests, and what `--beside` compares unless `--kinds` says otherwise. */
export const pairKinds = Object.keys(warmUpMs);
export const defaultPairKinds = ['pay', 'retrieve', 'refund'];

/** A checkout without the routes of a kind cannot be compared by it. */
export async function warmUp(side, merchant, { kind, clients }) {
  if (kind === 'paySaved') await merchant.prepareSavedCards();
  const { count } = await closedLoop({ clients, forMs: warmUpMs[kind], once: merchant[kind] });
  if (count === 0) throw new Problem(`${side} cannot do ${kind}`, 'leave the kind out of --kinds');
}

const processesOf = ({ apps, infrastructure }) => [...apps, ...infrastructure.servers];

/** One window of load on one system: times, and the CPU time of each process per request. */
export async function measured(system, { clients, forMs, once }) {
  const read = () => processesOf(system).map(({ name, pid }) => [name, cpuMs(pid) ?? 0]);
  const before = Object.fromEntries(read());
  const load = await closedLoop({ clients, forMs, once });
  const used = Object.fromEntries(read().map(([name, ms]) => [name, (ms - before[name]) / Math.max(1, load.count)]));
  return { load, cpuMs: { ...used, total: Object.values(used).reduce((sum, one) => sum + one, 0) } };
}

const sum = (list) => list.reduce((total, one) => total + one, 0);

export const medianOf = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

/** The ratio of paired values: geometric mean, its standard error as a share, and the median of the pairs. */
export function ratioOf(theirs, ours) {
  const ratios = ours.map((value, index) => value / theirs[index]);
  const logs = ratios.map(Math.log);
  const mean = sum(logs) / logs.length;
  const variance = sum(logs.map((one) => (one - mean) ** 2)) / Math.max(1, logs.length - 1);
  return { ratio: Math.exp(mean), error: Math.sqrt(variance / logs.length), median: medianOf(ratios) };
}

/** `starts`: for each start of the two systems, its pairs of windows. */
function comparison(kind, clients, starts) {
  const all = starts.flat();
  const figure = (name, pick) => {
    const of = (windows, side) => windows.map((window) => pick(window[side]));
    const ratios = starts.map((windows) => ratioOf(of(windows, 'theirs'), of(windows, 'ours')));
    const [theirs, ours] = [of(all, 'theirs'), of(all, 'ours')];
    const medians = ratios.map(({ median }) => median);
    // The difference between two starts is larger than the one between two windows: it decides the error of several starts.
    const { error } =
      starts.length > 1
        ? ratioOf(
            medians.map(() => 1),
            medians,
          )
        : ratios[0];
    const ratio = ratioOf(theirs, ours).ratio;
    return { name, theirs: medianOf(theirs), ours: medianOf(ours), ratio, error, median: medianOf(medians), medians };
  };
  const processes = Object.keys(all[0].ours.cpuMs).filter((name) => name in all[0].theirs.cpuMs);
  return {
    kind,
    clients,
    failed: sum(all.map(({ theirs, ours }) => theirs.load.failed + ours.load.failed)),
    figures: [
      figure('a second', ({ load }) => load.perSecond),
      figure('p50 ms', ({ load }) => load.p50),
      ...processes.map((name) => figure(`CPU ms ${name}`, (side) => Math.max(0.001, side.cpuMs[name]))),
    ],
  };
}

/**
 * Loads two systems on one machine in turn, in pairs of short windows with alternating order, so that other load on the machine
 * affects both systems alike. Returns the pairs of windows of each kind of request and number of clients.
 */
async function windowsOf({ ours, theirs }, { connectors, clients, rounds, kinds, progress }) {
  const systems = { ours, theirs };
  const keys = {};
  for (const [side, system] of Object.entries(systems))
    keys[side] = await merchantWith(connectors[0], system, { withPayouts: kinds.includes('payout') });
  const cells = [];
  for (const count of clients) {
    const merchants = Object.fromEntries(
      Object.entries(systems).map(([side, { api }]) => [side, merchantAt(api, keys[side], count)]),
    );
    for (const side of ['theirs', 'ours'])
      await progress.step(`warm-up of ${side}, ${count} at a time`, async () => {
        for (const kind of new Set(['pay', ...kinds])) await warmUp(side, merchants[side], { kind, clients: count });
      });
    for (const kind of kinds)
      await progress.step(`${kind}, ${count} at a time, ${rounds} pairs`, async () => {
        const windows = [];
        for (let round = 0; round < rounds; round += 1) {
          const window = {};
          for (const side of round % 2 === 0 ? ['theirs', 'ours'] : ['ours', 'theirs'])
            window[side] = await measured(systems[side], {
              clients: count,
              forMs: windowMs,
              once: merchants[side][kind],
            });
          windows.push(window);
        }
        cells.push({ kind, count, windows });
      });
    await Promise.all(Object.values(merchants).map((merchant) => merchant.close()));
  }
  return cells;
}

/**
 * Compares two systems over several starts of both: one start may be faster than the next by more than a small change of the
 * code. `withSystems` starts both, the `second` one after the other.
 */
export async function runPair(withSystems, options) {
  const starts = [];
  for (let start = 0; start < options.starts; start += 1) {
    const second = start % 2 === 0 ? 'ours' : 'theirs';
    starts.push(await withSystems(second, (systems) => windowsOf(systems, options)));
  }
  return {
    cells: starts[0].map(({ kind, count }, index) =>
      comparison(
        kind,
        count,
        starts.map((cells) => cells[index].windows),
      ),
    ),
  };
}
