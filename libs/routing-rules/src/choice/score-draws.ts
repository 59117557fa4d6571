const range = 2 ** 32;

/** A 32-bit hash: FNV-1a, mixed by the finalizer of MurmurHash3 so that every bit of the text moves every bit of the hash. */
function hashOf(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** A number from 0 up to 1, evenly spread over attempts. The same attempt always draws the same, so redelivery changes nothing. */
export const drawOf = (attemptId: string, about: string): number => hashOf(`${about}\n${attemptId}`) / range;

const terms = 8;

/**
 * A standard normal number of the attempt, by the sum of uniform numbers (Irwin-Hall). Only exact arithmetic and a square
 * root: every engine draws the same number.
 */
export function normalDrawOf(attemptId: string, about: string): number {
  let sum = 0;
  for (let term = 0; term < terms; term++) sum += drawOf(attemptId, `${about}\n${term}`);
  return (sum - terms / 2) * Math.sqrt(12 / terms);
}
