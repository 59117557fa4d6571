/** A form with brackets, as a tree: `a[b]=1` is `{a: {b: '1'}}`; `a[]=1` and `a[0]=1` are lists. */
export type Tree = string | readonly Tree[] | { readonly [name: string]: Tree };

type MutableTree = { [name: string]: MutableTree | string };

const maxDepth = 8;

function pathOf(name: string): string[] {
  const open = name.indexOf('[');
  if (open <= 0 || !name.endsWith(']')) return [name];
  return [name.slice(0, open), ...name.slice(open + 1, -1).split('][')].slice(0, maxDepth);
}

function setAt(root: MutableTree, path: readonly string[], value: string): void {
  let at = root;
  for (const name of path.slice(0, -1)) {
    const next = at[name];
    at = typeof next === 'object' ? next : ((at[name] = Object.create(null) as MutableTree) as MutableTree);
  }
  const last = path.at(-1) ?? '';
  at[last === '' ? String(Object.keys(at).length) : last] = value;
}

function toTree(tree: MutableTree | string): Tree {
  if (typeof tree === 'string') return tree;
  const names = Object.keys(tree);
  const isList = names.length > 0 && names.every((name, at) => name === String(at));
  if (isList) return names.map((name) => toTree(tree[name]!));
  return Object.fromEntries(names.map((name) => [name, toTree(tree[name]!)]));
}

/** Builds the tree of a form or a query string; the server has split and decoded the pairs before. */
export function treeOf(pairs: unknown): { readonly [name: string]: Tree } {
  const root = Object.create(null) as MutableTree;
  if (typeof pairs !== 'object' || pairs === null) return {};
  for (const [name, input] of Object.entries(pairs as Record<string, string | string[]>)) {
    for (const value of Array.isArray(input) ? input : [input]) setAt(root, pathOf(name), value);
  }
  return Object.fromEntries(Object.entries(root).map(([name, value]) => [name, toTree(value)]));
}
