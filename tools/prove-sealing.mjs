// Run manually: `npm run prove:sealing`. Makes five million seals with a small heap and five million with a large one, next to the
// loop of key generation and JWK export that hangs on Node 20. Takes about 90 minutes of two cores, at most --minutes.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { bootstrap } from './lib/bootstrap.mjs';
import { root } from './lib/paths.mjs';
import { Problem, reportProblem } from './lib/problem.mjs';
import { newProgress } from './lib/progress.mjs';

const usage = `npm run prove:sealing [-- --seals 5000000] [-- --minutes 120] [-- --hang-seconds 60]
  --seals         number of seals with each heap
  --minutes       time limit of the proof
  --hang-seconds  a loop hangs when it completes no thousand rounds in this time
`;

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

async function main() {
  const { values } = parseArgs({
    options: {
      seals: { type: 'string', default: '5000000' },
      minutes: { type: 'string', default: '120' },
      'hang-seconds': { type: 'string', default: '60' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return void process.stdout.write(usage);
  const progress = newProgress();
  await bootstrap(progress);
  const end = performance.now() + Number(values.minutes) * 60_000;
  const hangMs = Number(values['hang-seconds']) * 1_000;
  const { hanging, sealing } = await prove(progress, { seals: Number(values.seals), end, hangMs });
  const bad = sealing.find(({ how }) => how !== 'completed');
  if (bad) throw new Problem(`a loop of seals ${bad.how} after ${bad.done} rounds`);
  const beside = hanging.how === 'hung' ? `hung after ${hanging.done} rounds` : `did not hang (${hanging.how})`;
  progress.line(`\nproven: every loop of seals completed; key generation with JWK export ${beside}`);
}

main().catch((error) => {
  reportProblem(error);
  process.exitCode = 1;
});
