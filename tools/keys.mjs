// Rotates the keys of the system that runs from this checkout, under load and without a restart: every service accepts a new key,
// the key becomes current, all stored values are sealed with it, and `retire` removes the old key.
import { parseArgs } from 'node:util';
import { bootstrap } from './lib/bootstrap.mjs';
import { Problem, reportProblem } from './lib/problem.mjs';
import { newProgress } from './lib/progress.mjs';

const usage = `npm run keys -- status
npm run keys -- rotate <settings|master|sealing|api-keys>   adds a key, makes it current, waits until stored values are sealed with it
npm run keys -- retire <settings|master|sealing|api-keys>   removes the older keys once no value names them
npm run keys -- rotate data [merchant]   makes a data key for one or every merchant, waits until stored rows are sealed with it
npm run keys -- retire data [merchant]   deletes the older data keys once no row and no message names them
`;

async function main() {
  const { positionals } = parseArgs({ allowPositionals: true });
  const progress = newProgress();
  await bootstrap(progress);
  const { keysCommand } = await import('./lib/keys-command.mjs');
  const [command, ring, merchantId] = positionals;
  const commands = await keysCommand({ progress });
  if (!commands[command] || (command !== 'status' && !commands.rings.includes(ring)) || (merchantId && ring !== 'data'))
    throw new Problem(`cannot do ${positionals.join(' ') || 'nothing'}`, usage.trim());
  await commands[command](ring, merchantId);
}

await main().catch((error) => {
  reportProblem(error);
  process.exitCode = 1;
});
