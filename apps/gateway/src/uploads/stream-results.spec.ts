import { text } from 'node:stream/consumers';
import { streamResults } from './stream-results';

/** Lets every promise that can go on do so. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('the results of an upload', () => {
  it.each([[[]], [[1]], [[3, 1, 2, 5, 4]]])('of the rows %j stand in the order of the rows', async (rows) => {
    const handle = async (row: number) => {
      for (let turn = 0; turn < row; turn++) await settle();
      return { row };
    };
    const { stream, done } = streamResults(rows, handle, 3);
    expect(JSON.parse(await text(stream))).toEqual(rows.map((row) => ({ row })));
    await done;
  });

  it('are handled few at once, and written as they are known', async () => {
    const finish: (() => void)[] = [];
    const handle = (row: number) =>
      new Promise<object>((resolve) => {
        finish[row] = () => resolve({ row });
      });
    const { stream, done } = streamResults([0, 1, 2, 3], handle, 2);
    expect(finish).toHaveLength(2);
    finish[0]!();
    await settle();
    expect(finish).toHaveLength(3);
    expect(String(stream.read())).toBe('[{"row":0}');
    for (const row of [1, 2, 3]) {
      finish[row]!();
      await settle();
    }
    await done;
    expect(await text(stream)).toBe(',{"row":1},{"row":2},{"row":3}]');
  });

  it('end with the reader: no further row begins', async () => {
    const handled: number[] = [];
    const handle = async (row: number) => {
      handled.push(row);
      await settle();
      return { row };
    };
    const { stream, done } = streamResults([0, 1, 2, 3, 4, 5], handle, 2);
    stream.destroy();
    await done;
    expect(handled).toEqual([0, 1]);
  });
});
