import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bootstrap } from './lib/bootstrap.mjs';
import { root } from './lib/paths.mjs';
import { runCommand, UsageProblem } from './lib/command-line.mjs';
import { Problem } from './lib/problem.mjs';
import { newProgress } from './lib/progress.mjs';

const command = {
  name: 'npm run soak',
  usage: ['npm run soak [-- <options>]'],
  about: `
Pays at a steady rate on a temporary system, which is removed afterwards. Prints speed, memory, event-loop delay, open
handles and table sizes once per interval, and writes a page with charts.`,
  options: {
    minutes: { takes: '<number>', default: '30', about: 'the length of the run' },
    rate: { takes: '<number>', default: '150', about: 'payments a second' },
    every: { takes: '<seconds>', default: '60', about: 'the time between two readings' },
    connector: { takes: '<name>', default: 'stripe_test', about: 'the connector that pays' },
    retention: {
      takes: '<time>',
      default: '5m',
      about: 'of handled rows in the inbox, so that it stops growing',
    },
    out: { takes: '<file>', about: 'the page; by default in dist/soak' },
  },
};

const positive = (name, value, most) => {
  const number = Number(value);
  if (number > 0 && number <= most) return number;
  throw new UsageProblem(`--${name} is ${value}`, `--${name} takes a number above 0, ${most} at most`);
};

async function main(values) {
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

await runCommand(command, ({ values }) => main(values));
