/** Whether two JSON values are equal; null equals absent, since the wire shows both alike. */
export function isSameValue(first: unknown, second: unknown): boolean {
  const [one, other] = [first ?? null, second ?? null];
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [a, b] = [one as Readonly<Record<string, unknown>>, other as Readonly<Record<string, unknown>>];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => isSameValue(a[key], b[key]));
}
