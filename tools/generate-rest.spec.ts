import { spawnSync } from 'node:child_process';
import path from 'node:path';

it('the generated classes of libs/rest match api/openapi.json', () => {
  const { status, stderr } = spawnSync('node', ['tools/generate-rest.mjs', '--check'], {
    cwd: path.join(__dirname, '..'),
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
