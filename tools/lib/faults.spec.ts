import { readdirSync } from 'node:fs';
import path from 'node:path';
import faultRuns from '../faults/registry.json';

const folder = path.resolve(__dirname, '../faults');

it('lists each fault run that has a file in the registry, and no other', () => {
  const files = readdirSync(folder).filter((file) => file.endsWith('.fault.ts'));
  expect(files.map((file) => file.replace('.fault.ts', '')).sort()).toEqual(faultRuns.map(({ name }) => name).sort());
});
