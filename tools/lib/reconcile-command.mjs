import { createHash, randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import path from 'node:path';
import { apiAt } from './api.mjs';
import { loadTypescript } from './load-typescript.mjs';
import { UsageProblem } from './command-line.mjs';
import { login } from './operator.mjs';
import { systemOf } from './ops-commands.mjs';
import { dataDirFromEnv } from './paths.mjs';
import { Problem } from './problem.mjs';
import { reportLines } from './reconcile-lines.mjs';
import { readSettlementFile } from './settlement-file.mjs';

/** A run that was ended so long ago is begun anew: its finished parts say what was so then. */
const goesOnForMs = 24 * 3_600_000;

const iso = (ms) => new Date(ms).toISOString();

/** What makes two calls the same run. */
function argumentsOf({ connector, from, till, merchant, account, kinds, file, format }, url) {
  const { size, mtimeMs } = file ? statSync(file) : {};
  return {
    url,
    connector,
    from: iso(from),
    till: iso(till),
    merchant: merchant ?? null,
    account: account ?? null,
    kinds: kinds.join(' '),
    file: file ? [path.resolve(file), size, mtimeMs, format ?? connector].join(' ') : null,
  };
}

function folderOf(out, { connector, from, till, ...rest }) {
  if (out) return path.resolve(out);
  const hash = createHash('sha256')
    .update(JSON.stringify([connector, from, till, rest]))
    .digest('hex');
  const name = [connector, from.slice(0, 10), till.slice(0, 10), hash.slice(0, 8)].join('_');
  return path.join(dataDirFromEnv(), 'reconciliations', name.replaceAll(/[^\w.-]/g, '-'));
}

/** Goes on with the run of the folder, or begins one. */
function openRun(folder, named, isRestart, say) {
  const known = folder.run();
  if (folder.isForeign()) throw new UsageProblem(`${folder.folder} has files of something else`, 'another --out');
  const isSame = known && JSON.stringify(known.arguments) === JSON.stringify(named);
  if (known && !isSame && !known.isComplete && !isRestart)
    throw new UsageProblem(`${folder.folder} has a run with other arguments`, 'another --out, or --restart');
  if (isSame && !known.isComplete && !isRestart && Date.now() - known.startedAt < goesOnForMs) {
    say(`goes on with the run of ${iso(known.startedAt)} in ${folder.folder}; --restart begins anew`);
    return known;
  }
  const run = {
    runId: `recon_${randomUUID().replaceAll('-', '')}`,
    arguments: named,
    startedAt: Date.now(),
    isComplete: false,
  };
  folder.begin(run);
  say(`compares ${named.connector} from ${named.from} to ${named.till} in ${folder.folder}`);
  return run;
}

/** `npm run reconcile`: the exit code. @throws Problem */
export async function reconcile(request) {
  const { connector, from, merchant, account, kinds, file } = request;
  const by = request.by ?? login();
  if (!by) throw new UsageProblem('who compares is not known', '--by <name>');
  const system = systemOf(request);
  const typed = await loadTypescript('tools/lib/reconcile/index.ts');
  const say = (text) => process.stderr.write(`${text}\n`);
  const named = argumentsOf(request, system.url);
  const folder = new typed.RunFolder(folderOf(request.out, named));
  const client = new typed.ReconciliationClient(apiAt(system.url, system.adminApiKey));
  const reachable = (error) => {
    if (error instanceof typed.NotCompared) throw new Problem(error.message, 'the same command goes on afterwards');
    if (!(error instanceof typed.NoGateway)) throw error;
    throw new Problem(`${system.url}: ${error.message}`, 'ADMIN_API_KEY, --url; the same command goes on afterwards');
  };
  const all = await client.accounts(connector).catch(reachable);
  const accounts = all.filter(
    (one) => (!merchant || one.merchantId === merchant) && (!account || one.merchantConnectorId === account),
  );
  if (accounts.length === 0) throw new UsageProblem(`there is no such connector account of ${connector}`);
  if (file && accounts.length > 1)
    throw new UsageProblem('a settlement file is of one connector account', '--account <id>');
  const settlement = file && (await readSettlementFile(file, request.format ?? connector, typed));

  const run = openRun(folder, named, request.restart ?? false, say);
  // What is created while the command runs would be on one side alone.
  const till = Math.min(request.till, run.startedAt);
  const windows = file ? [{ from, till }] : typed.daysOf({ from, till });
  const meter = new typed.Meter(process.stderr, accounts.length * kinds.length * windows.length);
  const walk = {
    accounts: all,
    client,
    folder,
    meter,
    windows,
    isFixing: request.fix ?? false,
    source: file ? 'settlement' : 'list',
    ...(file && { settled: settlement.recordsOf }),
  };
  process.once('SIGINT', () => {
    meter.clear();
    say('ended; the same command goes on where it was');
    process.exit(130);
  });

  const once = new typed.MissingOnce();
  const results = [];
  for (const one of accounts) {
    const ofKinds = {};
    for (const kind of kinds) ofKinds[kind] = await typed.reconcileKind(walk, one, kind).catch(reachable);
    const compared = Object.values(ofKinds).flatMap((result) =>
      result.compared ? once.of(one.merchantId, result.compared) : [],
    );
    const result = {
      account: one,
      counts: typed.countsOf(compared),
      findings: typed.sortedFindings(compared.flatMap(({ findings }) => findings)),
      fixed: Object.values(ofKinds).flatMap((kind) => kind.fixed ?? []),
      notCompared: kinds.flatMap((kind) => {
        const { notCompared, isForGood = false } = ofKinds[kind];
        return notCompared === null ? [] : [{ kind, reason: notCompared, isForGood }];
      }),
    };
    results.push(result);
    if (!request['no-report']) await report(result).catch(reachable);
  }
  meter.clear();

  /**
   * Stores the counts, and opens and resolves incidents. A second time it changes nothing. An account of which a later call can compare
   * more is reported by that call: the gateway takes one report of each account.
   */
  async function report({ account: one, counts, findings, notCompared }) {
    const reported = kinds.filter((kind) => !notCompared.some((left) => left.kind === kind));
    if (reported.length === 0 || notCompared.some(({ isForGood }) => !isForGood)) return;
    const chunks = Array.from({ length: Math.max(1, Math.ceil(findings.length / typed.findingsPerReport)) }, (_, n) =>
      findings.slice(n * typed.findingsPerReport, (n + 1) * typed.findingsPerReport),
    );
    for (const [n, chunk] of chunks.entries())
      await client.report({
        run_id: run.runId,
        connector,
        merchant_id: one.merchantId,
        merchant_connector_id: one.merchantConnectorId,
        source: file ? 'settlement_file' : 'list',
        kinds: reported,
        ...typed.wirePeriod({ from, till }),
        by,
        counts,
        findings: chunk.map(typed.findingToWire),
        is_last: n === chunks.length - 1,
      });
  }

  const unreadable = settlement?.unreadable ?? [];
  const isWhole = unreadable.length === 0 && results.every(({ notCompared }) => notCompared.length === 0);
  const summary = { run_id: run.runId, connector, from: iso(from), till: iso(till), source: walk.source, by };
  const document = {
    ...summary,
    counts: typed.countsOf(results.map(({ counts, findings }) => ({ matched: counts.matched, findings }))),
    accounts: results.map((result) => accountView(result, typed)),
    unreadable_rows: unreadable,
  };
  const rows = results.flatMap((result) => result.findings.map((finding) => typed.csvOf(result.account, finding)));
  const files = [
    folder.writeText('findings.csv', [typed.csvHead, ...rows].join('')),
    folder.writeText('report.json', `${JSON.stringify(document, null, 2)}\n`),
  ];
  const isOver = results.every(({ notCompared }) => notCompared.every(({ isForGood }) => isForGood));
  folder.write('run.json', { ...run, isComplete: isOver });
  process.stdout.write(
    request.json
      ? `${JSON.stringify(document, null, 2)}\n`
      : `${reportLines(document, files, typed.adviceOf).join('\n')}\n`,
  );
  if (!isWhole) return 3;
  return results.some(({ findings }) => findings.length > 0) ? 1 : 0;
}

/** One account as the report has it. */
function accountView({ account, counts, findings, fixed, notCompared }, typed) {
  return {
    merchant_id: account.merchantId,
    merchant_connector_id: account.merchantConnectorId,
    counts,
    not_compared: notCompared.map(({ kind, reason }) => ({ kind, reason })),
    findings: findings.map((finding) => ({
      ...typed.findingToWire(finding),
      differs: finding.differs,
      references: finding.theirs.map(({ reference }) => reference),
    })),
    fixed: fixed.map(({ kind, objectId, finding, remains, before, after, refused }) => ({
      kind,
      object_id: objectId,
      finding,
      remains,
      before,
      after,
      refused,
    })),
  };
}
