type Body = Readonly<Record<string, unknown>>;

/** Raises every non-zero amount of these names by one minor unit, also in the object of this field. */
export function withAmountsRaised(body: Body, names: readonly string[], within: string): Body {
  const raised = names.flatMap((name) => {
    const sum = body[name];
    return typeof sum === 'number' && sum > 0 ? [[name, sum + 1] as const] : [];
  });
  const inner = body[within];
  const isObject = typeof inner === 'object' && inner !== null;
  return {
    ...body,
    ...Object.fromEntries(raised),
    ...(isObject && { [within]: withAmountsRaised(inner as Body, names, within) }),
  };
}
