// Checks a compose file with the loader of Docker Compose itself, without Docker:
// `node tools/check-compose.mjs [file]`. With --check it only says, by its exit code, whether Go is installed to build the loader.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { goBuilt, goProgram } from './lib/go-program.mjs';
import { Problem, reportProblem } from './lib/problem.mjs';

const loader = { name: 'compose-loader', package: 'github.com/compose-spec/compose-go/v2/cmd', version: 'v2.16.2' };

const [argument = 'docker-compose.yml'] = process.argv.slice(2);
if (argument === '--check') process.exit(goProgram() ? 0 : 1);
try {
  const program = await goBuilt(loader);
  await promisify(execFile)(program, ['-format', 'json', argument]).catch((error) => {
    throw new Problem(`${argument} is refused: ${String(error.stderr || error.message).trim()}`);
  });
} catch (error) {
  reportProblem(error);
  process.exitCode = 1;
}
