import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { runCommand } from './lib/command-line.mjs';
import { goBuilt, goProgram } from './lib/go-program.mjs';
import { Problem } from './lib/problem.mjs';

const loader = { name: 'compose-loader', package: 'github.com/compose-spec/compose-go/v2/cmd', version: 'v2.16.2' };

const command = {
  name: 'node tools/check-compose.mjs',
  usage: ['node tools/check-compose.mjs [<file>]'],
  about: 'Checks a compose file with the loader of Docker Compose itself, without Docker. Go builds the loader once.',
  operands: { '<file>': 'by default docker-compose.yml' },
  options: { check: { about: 'only says, by the exit code, whether Go is installed to build the loader' } },
};

await runCommand(command, async ({ values, operands: [file = 'docker-compose.yml'] }) => {
  if (values.check) return goProgram() !== undefined;
  const program = await goBuilt(loader);
  await promisify(execFile)(program, ['-format', 'json', file]).catch((error) => {
    throw new Problem(`${file} is refused: ${String(error.stderr || error.message).trim()}`);
  });
});
