import { readdirSync } from 'node:fs';
import { processors } from '.';

const folders = readdirSync(__dirname, { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? [one.name] : []));

it('every folder is a processor of the list, under its own name', () => {
  expect(processors.map(({ name }) => name).sort()).toEqual(folders.sort());
});

it('the settings of a processor have its name', () => {
  for (const { name, settings } of processors) {
    const prefix = `SANDBOX_${name.replaceAll('-', '_').toUpperCase()}_`;
    for (const { variable } of Object.values(settings)) expect(variable.startsWith(prefix)).toBe(true);
  }
});
