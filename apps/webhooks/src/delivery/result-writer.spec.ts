import type { AttemptRecord } from '../domain/delivery';
import { ResultWriter } from './result-writer';

const record = (name: string) => ({ delivery: { eventId: name } }) as AttemptRecord;
const names = (records: readonly AttemptRecord[]) => records.map(({ delivery }) => delivery.eventId as string);

describe('results of attempts', () => {
  it('share a write with all results that arrive during the write before', async () => {
    const writes: string[][] = [];
    let finishFirst = (): void => undefined;
    const first = new Promise<void>((resolve) => (finishFirst = resolve));
    const writer = new ResultWriter(
      (records) => {
        writes.push(names(records));
        return writes.length === 1 ? first : Promise.resolve();
      },
      () => undefined,
    );

    const stored = writer.add(record('a'));
    await new Promise(setImmediate);
    const later = [writer.add(record('b')), writer.add(record('c'))];
    await new Promise(setImmediate);
    expect(writes).toEqual([['a']]);
    finishFirst();
    await Promise.all([stored, ...later]);
    expect(writes).toEqual([['a'], ['b', 'c']]);
  });

  it('are saved after a failed write, which is reported', async () => {
    const faults: string[] = [];
    let failures = 1;
    const writer = new ResultWriter(
      () => (failures-- > 0 ? Promise.reject(new Error('gone')) : Promise.resolve()),
      (error, records) => faults.push(`${error.message} ${records.length}`),
    );
    await writer.add(record('a'));
    await writer.add(record('b'));
    expect(faults).toEqual(['gone 1']);
  });
});
