import { placeOf, shareAt } from './volume-split';

const attempts = 100_000;

/** How many of many attempts fall on each share, in percent. */
function percentages(splits: readonly number[], idOf: (index: number) => string): readonly number[] {
  const shares = splits.map((split) => ({ split }));
  const counts = splits.map(() => 0);
  for (let index = 0; index < attempts; index += 1) {
    const share = shareAt(shares, placeOf(idOf(index)));
    counts[share] = (counts[share] ?? 0) + 1;
  }
  return counts.map((count) => (100 * count) / attempts);
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** A text like a generated id: the digits of a linear congruential generator (Numerical Recipes) in base 62. */
function generatedId(index: number): string {
  let state = index + 1;
  return Array.from({ length: 20 }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return letters[(state >>> 16) % letters.length];
  }).join('');
}

const generated = Array.from({ length: attempts }, (_, index) => generatedId(index));

describe('a volume split', () => {
  it.each<[string, readonly number[], (index: number) => string]>([
    ['generated ids', [60, 30, 10], (index) => `pay_${generated[index]}_1`],
    ['consecutive ids', [60, 30, 10], (index) => `order_${index}_1`],
    ['further attempts of few payments', [50, 50], (index) => `pay_${index % 100}_${Math.floor(index / 100)}`],
    ['many shares', [1, 99], (index) => `pay_${generated[index]}_2`],
    ['shares of nothing', [0, 100, 0], (index) => `order_${index}_1`],
  ])('of 100,000 attempts with %s is within 1 %% of its shares %j', (_, splits, idOf) => {
    const measured = percentages(splits, idOf);
    for (const [index, split] of splits.entries()) expect(Math.abs((measured[index] ?? NaN) - split)).toBeLessThan(1);
    expect(splits.every((split, index) => split > 0 || measured[index] === 0)).toBe(true);
  });

  // A release that draws differently would send a redelivered request to another account: these places never change.
  it.each([
    ['pay_1_1', 7],
    ['pay_1_2', 93],
    ['pay_mbabizu24mvu3mela5njyhpit4_1', 3],
    ['', 23],
  ])('the attempt %j has the place %i in every process and release', (attemptId, place) =>
    expect(placeOf(attemptId)).toBe(place),
  );

  it('two splits of the same attempts do not depend on each other', () => {
    const both = { low: 0, lowAndLow: 0 };
    for (let index = 0; index < attempts; index += 1) {
      if (placeOf(`order_${index}_1`) >= 50) continue;
      both.low += 1;
      if (placeOf(`dynamic/order_${index}_1`) < 50) both.lowAndLow += 1;
    }
    expect(Math.abs(both.lowAndLow / both.low - 0.5)).toBeLessThan(0.01);
  });

  it('the first and the last place of a share are its own', () => {
    const shares = [{ split: 30 }, { split: 0 }, { split: 70 }];
    expect([0, 29, 30, 99].map((place) => shareAt(shares, place))).toEqual([0, 0, 2, 2]);
  });
});
