import path from 'node:path';
import { generateFiles } from '@nx/devkit';
import { written } from '../lib/written.mjs';

/** What a person calls the processor, until `definition.ts` says it better. */
const displayNameOf = (name) =>
  name
    .split('-')
    .map((word) => word[0].toUpperCase() + word.slice(1))
    .join(' ');

/**
 * Lays out a connector without flows. Its conformance suite fails, and lists what is to be written.
 * @throws Error if there is such a connector
 */
export default async function connector(tree, { name }) {
  const folder = `libs/connectors/${name}`;
  if (tree.exists(`${folder}/definition.ts`)) throw new Error(`${folder} is there already`);
  const displayName = displayNameOf(name);
  generateFiles(tree, path.join(import.meta.dirname, 'files'), folder, {
    folder: name,
    name: name.replaceAll('-', '_'),
    displayName,
  });
  return written(tree, { docs: true, next: `npx jest --selectProjects unit -- ${folder}` });
}
