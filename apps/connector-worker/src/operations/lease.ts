/**
 * Returns a function that says whether a claim taken now may still write its first byte. Two clocks must agree: the monotonic
 * clock stops while a machine sleeps, and the wall clock may be set back.
 */
export function mayWriteWithin(leaseMs: number): () => boolean {
  const takenAt = performance.now();
  const takenOn = Date.now();
  return () => performance.now() - takenAt <= leaseMs && Date.now() - takenOn <= leaseMs;
}
