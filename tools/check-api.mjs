import { randomBytes, randomInt } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bootstrap } from './lib/bootstrap.mjs';
import { runCommand, UsageProblem } from './lib/command-line.mjs';
import { root } from './lib/paths.mjs';
import { newProgress } from './lib/progress.mjs';

const command = {
  name: 'npm run check:api',
  usage: [
    'npm run check:api [-- <options>]',
    'npm run check:api -- --at http://127.0.0.1:8080 --sandbox http://127.0.0.1:8090',
  ],
  about: `
Compares the answers of a system with api/openapi.json: schemathesis sends requests to every operation, on an account with
objects in every state, and checks status codes, content types and the schemas of answers. Runs on the running system (npm start),
or on a temporary system that is removed afterwards.`,
  options: {
    examples: {
      takes: '<number>',
      default: '20',
      about: 'requests for each operation, besides those of the reference',
    },
    seed: { takes: '<number>', about: 'repeats the requests of an earlier run' },
    deadline: { takes: '<seconds>', default: '1200', about: 'the time for all operations' },
    at: { takes: '<url>', about: 'another system on this machine; its admin key is ADMIN_API_KEY' },
    sandbox: { takes: '<url>', about: 'the simulated processors of the system at --at' },
  },
};

const whole = (name, text) => {
  if (/^\d+$/.test(text)) return Number(text);
  throw new UsageProblem(`--${name} is ${text}`, `--${name} takes a whole number`);
};

/** Fuzzed requests go to this machine only. */
function localAddress(name, text) {
  const { hostname, origin } = new URL(text);
  if (hostname === '127.0.0.1') return origin;
  throw new UsageProblem(`--${name} is ${text}`, 'check:api sends random requests: only to a system at 127.0.0.1');
}

function systemAt({ at, sandbox }) {
  if (at === undefined) return undefined;
  const baseUrl = localAddress('at', at);
  if (sandbox === undefined)
    throw new UsageProblem(
      '--sandbox is missing',
      'its processors bring about the states of payments: name it with --at',
    );
  return { baseUrl, sandboxUrl: localAddress('sandbox', sandbox), adminKey: process.env.ADMIN_API_KEY ?? 'test_admin' };
}

const optionsFrom = ({ examples, seed = String(randomInt(2 ** 31)), deadline, ...at }) => ({
  examples: whole('examples', examples),
  seed: whole('seed', seed),
  deadlineMs: whole('deadline', deadline) * 1000,
  system: systemAt(at),
});

async function checkAt({ baseUrl, adminKey, sandboxUrl }, { examples, seed, deadlineMs, progress }) {
  const [{ seedAccount, readLateStates }, { withKnownValues, configurationOf }, { runSchemathesis }, states] =
    await Promise.all([
      import('./lib/api-check/seed.mjs'),
      import('./lib/api-check/known-values.mjs'),
      import('./lib/api-check/schemathesis.mjs'),
      import('./lib/api-check/reached-states.mjs'),
    ]);
  const document = JSON.parse(readFileSync(path.join(root, 'api/openapi.json'), 'utf8'));
  const name = `merchant_check_${randomBytes(4).toString('hex')}`;
  const account = await progress.step('account', () => seedAccount(document, { baseUrl, adminKey, sandboxUrl, name }));
  const folder = mkdtempSync(path.join(tmpdir(), 'payorch-check-api-'));
  try {
    writeFileSync(path.join(folder, 'openapi.json'), JSON.stringify(withKnownValues(document, account)));
    writeFileSync(path.join(folder, 'schemathesis.toml'), configurationOf(document, account, adminKey));
    progress.line(`repeat with: npm run check:api -- --examples ${examples} --seed ${seed}`);
    const hasPassed = await runSchemathesis({ folder, baseUrl, examples, seed, deadlineMs, progress });
    await progress.step('states that need a minute', () => readLateStates(account));
    const problems = states.problemsOf(document, states.statusesIn(document, account.merchant.answers));
    for (const problem of problems) progress.line(problem);
    return hasPassed && problems.length === 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await runCommand(command, async ({ values }) => {
  const options = optionsFrom(values);
  const progress = newProgress();
  await bootstrap(progress);
  const run = (system) => checkAt(system, { ...options, progress });
  const { withSystem } = await import('./lib/borrowed-system.mjs');
  const hasPassed = options.system
    ? await run(options.system)
    : await withSystem(progress, ({ api, adminApiKey, sandbox }) =>
        run({ baseUrl: api, adminKey: adminApiKey, sandboxUrl: sandbox }),
      );
  process.stdout.write(hasPassed ? 'every answer is as documented\n' : 'answers differ from api/openapi.json\n');
  return hasPassed;
});
