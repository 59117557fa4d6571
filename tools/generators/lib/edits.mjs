/** The path of the only file of this name in a folder: a person may have moved it. */
export function findFile(tree, folder, name) {
  const found = filesIn(tree, folder).filter((file) => file.endsWith(`/${name}`));
  if (found.length !== 1) throw new Error(`${found.length} files ${name} in ${folder}`);
  return found[0];
}

const filesIn = (tree, folder) =>
  tree.children(folder).flatMap((name) => {
    const child = `${folder}/${name}`;
    return tree.isFile(child) ? [child] : filesIn(tree, child);
  });

/**
 * Inserts a text before or after the only place where another stands.
 * @throws Error if it stands nowhere or several times: the file has changed, and so must the generator
 */
export function insert(tree, file, { before = '', after = '', text }) {
  const anchor = before + after;
  const parts = tree.read(file, 'utf8').split(anchor);
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${anchor}`);
  tree.write(file, parts.join(before === '' ? anchor + text : text + anchor));
}

/** Adds a line to a file of sorted lines. */
export function sortedLine(tree, file, line) {
  const lines = tree.read(file, 'utf8').trimEnd().split('\n');
  tree.write(file, `${[...lines, line].sort().join('\n')}\n`);
}
