import { readdirSync } from 'node:fs';
import path from 'node:path';
import faultRuns from '../faults/registry.json';

const folder = path.resolve(__dirname, '../faults');

it('the registry lists exactly the fault runs that have a file', () => {
  const files = readdirSync(folder).filter((file) => file.endsWith('.fault.ts'));
  expect(files.map((file) => file.replace('.fault.ts', '')).sort()).toEqual(faultRuns.map(({ name }) => name).sort());
});
