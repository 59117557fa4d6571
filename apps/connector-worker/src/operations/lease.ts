/**
 * Whether a claim taken now may still write its first byte when it is asked. Two clocks must agree: the monotonic one stands
 * still while a machine sleeps, the other one may be set back.
 */
export function mayWriteWithin(leaseMs: number): () => boolean {
  const takenAt = performance.now();
  const takenOn = Date.now();
  return () => performance.now() - takenAt <= leaseMs && Date.now() - takenOn <= leaseMs;
}
