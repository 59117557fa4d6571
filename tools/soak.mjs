import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { bootstrap } from './lib/bootstrap.mjs';
import { root } from './lib/paths.mjs';
import { Problem, reportProblem } from './lib/problem.mjs';
import { newProgress } from './lib/progress.mjs';

const usage = `npm run soak [-- --minutes 30] [-- --rate 150] [-- --every 60] [-- --retention 5m] [-- --out soak.html]
  Pays at a steady rate on a temporary system, which is removed afterwards. Prints speed, memory, event-loop delay, open
  handles and table sizes once per interval, and writes a page with charts.
  --every      seconds between two readings
  --retention  retention of handled rows in the inbox, so that its growth stops during the run
`;

const defaults = { minutes: '30', rate: '150', every: '60', connector: 'stripe_test', retention: '5m' };
const text = (name) => ({ type: 'string', default: defaults[name] });

const positive = (name, value, most) => {
  const number = Number(value);
  if (number > 0 && number <= most) return number;
  throw new Problem(`--${name} is ${value}`, `--${name} takes a number above 0, ${most} at most`);
};

async function main() {
  const names = Object.fromEntries(Object.keys(defaults).map((name) => [name, text(name)]));
  const { values } = parseArgs({
    options: { ...names, out: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) return void process.stdout.write(usage);
  const options = {
    minutes: positive('minutes', values.minutes, 1_440),
    rate: positive('rate', values.rate, 2_000),
    everySeconds: positive('every', values.every, 3_600),
    connector: values.connector,
  };
  const progress = newProgress();
  await bootstrap(progress);
  const [{ ownSystem }, { runSoak }, { soakSummary }, { soakPage }] = await Promise.all([
    import('./lib/borrowed-system.mjs'),
    import('./lib/soak-run.mjs'),
    import('./lib/soak-text.mjs'),
    import('./lib/soak-page.mjs'),
  ]);
  const { retention } = values;
  const env = { INBOX_RETENTION: retention };
  const title = `${options.minutes} minutes at ${options.rate} payments/s, ${new Date().toISOString()}`;
  const result = await ownSystem(progress, { env }, (system, layout) =>
    runSoak(system, layout, { ...options, progress }),
  );
  if (result.samples.length === 0) throw new Problem('no sample was taken', '--minutes must be longer than --every');
  const lines = soakSummary(result);
  const out = path.resolve(root, values.out ?? `dist/soak/soak-${Date.now()}.html`);
  mkdirSync(path.dirname(out), { recursive: true });
  writeFileSync(out, soakPage(result, { title, text: lines.join('\n') }));
  for (const line of ['', ...lines, '', `  page with charts: ${out}`]) progress.line(line);
}

main().catch((error) => {
  reportProblem(error);
  process.exitCode = 1;
});
