import { randomFillSync } from 'node:crypto';

/** Random bytes in stock: one call of the system's generator costs more than most of what the bytes are for. */
const stock = Buffer.alloc(8_192);
let used = stock.length;

function refill(): void {
  randomFillSync(stock);
  used = 0;
}

/**
 * `count` bytes of the system's secure generator, at most a thousand, that no other caller gets. For nonces, ids and secrets
 * that are sent; keys are drawn apart, since the stock stays in memory for a while.
 */
export function randomBytesFromStock(count: number): Buffer {
  if (used + count > stock.length) refill();
  used += count;
  return Buffer.from(stock.subarray(used - count, used));
}

/** One byte of the same stock. */
export function randomByte(): number {
  if (used === stock.length) refill();
  return stock[used++]!;
}
