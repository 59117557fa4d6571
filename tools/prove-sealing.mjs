// Run manually: `npm run prove:sealing`. Makes five million seals with a small heap and five million with a large one, next to the
// loop of key generation and JWK export that hangs on Node 20. Takes about 90 minutes of two cores, at most --minutes.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { bootstrap } from './lib/bootstrap.mjs';
import { runCommand, UsageProblem } from './lib/command-line.mjs';
import { root } from './lib/paths.mjs';
import { Problem } from './lib/problem.mjs';
import { newProgress } from './lib/progress.mjs';

const command = {
  name: 'npm run prove:sealing',
  usage: ['npm run prove:sealing [-- <options>]'],
  about: `
Seals values with a small and with a large heap, next to the loop of key generation and JWK export that hangs on Node 20.`,
  options: {
    seals: { takes: '<number>', default: '5000000', about: 'seals with each heap' },
    minutes: { takes: '<number>', default: '120', about: 'the time limit of the proof' },
    'hang-seconds': {
      takes: '<number>',
      default: '60',
      about: 'a loop hangs when it completes no thousand rounds in this time',
    },
  },
};

const above0 = (values, name) => {
  if (Number(values[name]) > 0) return Number(values[name]);
  throw new UsageProblem(`--${name} is ${values[name]}`, `--${name} takes a number above 0`);
};

const heaps = [
  { name: 'small heap', flags: ['--max-old-space-size=24', '--max-semi-space-size=1'] },
  { name: 'large heap', flags: ['--max-old-space-size=2048', '--max-semi-space-size=64'] },
];

/** Runs one loop in a separate process until it completes, hangs, or runs out of time. */
function runLoop(program, { kind, count, flags, hangMs, end }) {
  const child = spawn(process.execPath, [...flags, program, kind, String(count)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let done = 0;
  let lastLineAt = performance.now();
  createInterface({ input: child.stdout }).on('line', (line) => {
    done = Number(line);
    lastLineAt = performance.now();
  });
  return new Promise((resolve) => {
    const stop = (how) => {
      clearInterval(watch);
      child.kill('SIGKILL');
      resolve({ how, done });
    };
    const watch = setInterval(() => {
      if (performance.now() - lastLineAt > hangMs) stop('hung');
      else if (performance.now() > end) stop('out of time');
    }, 500);
    child.once('exit', (code) => stop(code === 0 ? 'completed' : `ended with ${code}`));
  });
}

async function prove(progress, { seals, end, hangMs }) {
  const { bundle } = await import('./lib/bundle.mjs');
  const program = path.join(root, `dist/tools/seal-loop.${process.pid}.cjs`);
  await bundle({ entry: 'tools/lib/seal-loop.main.ts', outfile: program, format: 'cjs' });
  const step = (name, options) =>
    progress.step(
      name,
      () => runLoop(program, { hangMs, end, ...options }),
      ({ how, done }) => `${how} after ${done} rounds`,
    );
  try {
    const hanging = step('hanging loop', { kind: 'generated', count: seals, flags: heaps[0].flags });
    const sealing = heaps.map(({ name, flags }) => step(name, { kind: 'sealed', count: seals, flags }));
    return { hanging: await hanging, sealing: await Promise.all(sealing) };
  } finally {
    for (const file of [program, `${program}.map`]) rmSync(file, { force: true });
  }
}

await runCommand(command, async ({ values }) => {
  const [seals, minutes, hangSeconds] = Object.keys(command.options).map((name) => above0(values, name));
  const progress = newProgress();
  await bootstrap(progress);
  const end = performance.now() + minutes * 60_000;
  const { hanging, sealing } = await prove(progress, { seals, end, hangMs: hangSeconds * 1_000 });
  const bad = sealing.find(({ how }) => how !== 'completed');
  if (bad) throw new Problem(`a loop of seals ${bad.how} after ${bad.done} rounds`);
  const beside = hanging.how === 'hung' ? `hung after ${hanging.done} rounds` : `did not hang (${hanging.how})`;
  progress.line(`\nproven: every loop of seals completed; key generation with JWK export ${beside}`);
});
