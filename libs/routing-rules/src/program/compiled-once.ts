/**
 * `compile`, called once for each object that it is called with: settings are replaced by a new object when they change. Nothing
 * keeps a result longer than its object.
 */
export function compiledOnce<Source extends object, Compiled extends object>(
  compile: (source: Source) => Compiled,
): (source: Source) => Compiled {
  const known = new WeakMap<Source, Compiled>();
  return (source) => {
    const compiled = known.get(source) ?? compile(source);
    known.set(source, compiled);
    return compiled;
  };
}
