// Rotates the keys of the system that runs from this checkout, under load and without a restart: every service accepts a new key,
// the key becomes current, all stored values are sealed with it, and `retire` removes the old key.
import { bootstrap } from './lib/bootstrap.mjs';
import { runCommand, UsageProblem } from './lib/command-line.mjs';
import { newProgress } from './lib/progress.mjs';

const rings = ['settings', 'master', 'sealing', 'api-keys', 'data'];

const command = {
  name: 'npm run keys',
  usage: ['npm run keys -- status', 'npm run keys -- rotate <keys>', 'npm run keys -- retire <keys>'],
  about: `
Shows, rotates and retires the keys of the running system, while it works. <keys> is ${rings.slice(0, -1).join(', ')},
or: data [merchant]. PAYORCH_DATA names the data folder of a system that does not use .payorch.`,
  operands: {
    status: 'the keys that each process uses, and how many stored values name an older key',
    'rotate <keys>': 'adds a key, makes it current, and waits until stored values are sealed with it',
    'retire <keys>': 'removes the older keys once no value names them; KEYS_RETIRE_AFTER (7d) is for those in messages',
    'rotate data [merchant]':
      'makes a data key for one or every merchant, and waits until stored rows are sealed with it',
    'retire data [merchant]': 'deletes the older data keys once no row and no message names them',
  },
  most: 3,
};

const isCommand = ([name, ring, merchantId]) =>
  name === 'status'
    ? ring === undefined
    : ['rotate', 'retire'].includes(name) && rings.includes(ring) && (merchantId === undefined || ring === 'data');

await runCommand(command, async ({ operands }) => {
  if (!isCommand(operands)) throw new UsageProblem(`cannot do ${operands.join(' ') || 'nothing'}`);
  const progress = newProgress();
  await bootstrap(progress);
  const { keysCommand } = await import('./lib/keys-command.mjs');
  const [name, ring, merchantId] = operands;
  const commands = await keysCommand({ progress });
  await commands[name](ring, merchantId);
});
