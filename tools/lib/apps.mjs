import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { root } from './paths.mjs';

/** The apps of the workspace, by folder. */
export const appNames = () =>
  readdirSync(path.join(root, 'apps'))
    .filter((name) => existsSync(path.join(root, 'apps', name, 'project.json')))
    .sort();

export const bundleOf = (app) => path.join(root, 'dist', app, 'main.cjs');
