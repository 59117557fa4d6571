import { randomByte, randomBytesFromStock } from './random';

describe('random bytes from the stock', () => {
  it('are as many as asked for, and no two callers get the same', () => {
    const drawn = Array.from({ length: 5_000 }, () => randomBytesFromStock(12));
    expect(drawn.every(({ length }) => length === 12)).toBe(true);
    expect(new Set(drawn.map((bytes) => bytes.toString('hex'))).size).toBe(drawn.length);
  });

  it('stay as they are when the stock is filled again', () => {
    const first = randomBytesFromStock(16);
    const was = first.toString('hex');
    for (let count = 0; count < 2_000; count++) randomBytesFromStock(16);
    expect(first.toString('hex')).toBe(was);
  });

  it('have every value, one at a time as well', () => {
    const values = new Set(Array.from({ length: 20_000 }, randomByte));
    expect(values.size).toBe(256);
  });
});
