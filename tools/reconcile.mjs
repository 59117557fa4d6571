// Compares what processors list, or have settled, with what the services have: payments, refunds, disputes and payouts.
import { existsSync } from 'node:fs';
import { bootstrap } from './lib/bootstrap.mjs';
import { runCommand, UsageProblem } from './lib/command-line.mjs';
import { Problem, reportProblem } from './lib/problem.mjs';
import { newProgress } from './lib/progress.mjs';

const command = {
  name: 'npm run reconcile',
  usage: [
    'npm run reconcile -- --connector <name> --from <time> --to <time> [--fix] [<options>]',
    'npm run reconcile -- --connector <name> --account <id> --from <time> --to <time> --file <csv> [<options>]',
  ],
  about: `
Compares each payment, refund, dispute and payout of the period with what the processor lists, or with what its settlement file says
that moved, and prints what differs. Changes nothing; --fix has what differs synced, and compares it again. A command that was ended
goes on where it was when it is called with the same arguments. docs/operating.md has the recipe, docs/runbooks.md what to do about each
finding.`,
  options: {
    connector: { takes: '<name>', about: 'the connector, such as stripe' },
    from: { takes: '<time>', about: 'a day (2026-11-01, in UTC) or a time (2026-11-01T06:00:00Z)' },
    to: { takes: '<time>', about: 'the end: compared is what was created before it' },
    merchant: { takes: '<id>', about: 'the accounts of this merchant' },
    account: { takes: '<id>', about: 'this connector account (mca_…)' },
    kind: { takes: '<kind>', many: true, about: 'payment, refund, dispute or payout, again for another one (all)' },
    file: { takes: '<csv>', about: 'a settlement file in the place of the list of the processor' },
    format: { takes: '<name>', about: 'the connector whose report the file is (--connector)' },
    fix: { about: 'has what differs synced with the processor, and compares it again' },
    restart: { about: 'begins anew in the place of going on' },
    out: { takes: '<folder>', about: 'for findings.csv, report.json and finished parts (in the data folder)' },
    by: { takes: '<name>', about: 'the person (your login name)' },
    'no-report': { about: 'reports nothing to the gateway: no incidents, no metric' },
    url: { takes: '<url>', about: 'the address of the gateway (that of the running system)' },
    json: { about: 'prints the report as JSON' },
  },
  exits: [
    '0 no findings',
    '1 findings',
    '2 wrong arguments',
    '3 not everything could be compared: the gateway or a processor does not answer',
  ],
};

const kinds = ['payment', 'refund', 'dispute', 'payout'];
const forms = [/^\d{4}-\d\d-\d\d$/, /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/];

/** A time in milliseconds since 1970. `2026-02-30` is none, though `Date` reads it as a day in March. */
function timeOf(name, text) {
  if (!text) throw new UsageProblem(`--${name} is missing`);
  const at = forms.some((form) => form.test(text)) ? Date.parse(text) : NaN;
  const day = Date.parse(`${text.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(at) || new Date(day).toISOString().slice(0, 10) !== text.slice(0, 10))
    throw new UsageProblem(`--${name} ${text} is no time`, '2026-11-01, or 2026-11-01T06:00:00Z');
  return at;
}

function requestFrom({ values }) {
  if (!values.connector) throw new UsageProblem('--connector is missing');
  const [from, till] = [timeOf('from', values.from), timeOf('to', values.to)];
  if (from >= till) throw new UsageProblem(`--to ${values.to} is not after --from ${values.from}`);
  if (from >= Date.now()) throw new UsageProblem(`--from ${values.from} is in the future`);
  if (values.format && !values.file) throw new UsageProblem('--format stands without --file');
  if (values.file && !existsSync(values.file)) throw new UsageProblem(`there is no file ${values.file}`);
  const unknown = values.kind?.find((kind) => !kinds.includes(kind));
  if (unknown) throw new UsageProblem(`--kind ${unknown}: ${kinds.join(', ')}`);
  const chosen = values.kind ? kinds.filter((kind) => values.kind.includes(kind)) : kinds;
  return { ...values, from, till, kinds: chosen };
}

await runCommand(command, async (line) => {
  const request = requestFrom(line);
  await bootstrap(newProgress({ json: true }));
  const { reconcile } = await import('./lib/reconcile-command.mjs');
  try {
    return await reconcile(request);
  } catch (error) {
    // 1 says that there are findings; here it is not known.
    if (error instanceof UsageProblem || !(error instanceof Problem)) throw error;
    reportProblem(error);
    return 3;
  }
});
