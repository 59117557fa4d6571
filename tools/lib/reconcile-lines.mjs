import { table } from './ops-lines.mjs';

const columns = ['matched', 'missing_here', 'missing_there', 'double', 'different_sums', 'different_states', 'waiting'];

const sumOf = (record) =>
  record === null ? 'nothing' : `${record.state}, moved ${record.moved} of ${record.amount ?? '?'} ${record.currency}`;

/** Findings that are printed; all are in the files. */
const most = 50;

function findingLines(
  { finding, kind, object_id: id, our_id: ourId, references, reference, differs, ours, theirs },
  advice,
) {
  const there = (references.length > 0 ? references : [reference]).filter((one) => one !== null).join(', ');
  return [
    `${finding}  ${kind} ${id ?? '(not ours)'}  ${there || ourId || ''}${differs.length > 0 ? `  (${differs.join(', ')})` : ''}`,
    `    here: ${sumOf(ours)}; there: ${sumOf(theirs)}`,
    `    ${advice[finding]}`,
  ];
}

const fixedText = ({ remains, refused }) =>
  [remains === null ? 'matched' : `still ${remains}`, ...(refused === null ? [] : [`no sync: ${refused}`])].join('; ');

function accountLines({ findings, fixed, not_compared: left }, advice) {
  return [
    ...left.map(({ kind, reason }) => `NOT COMPARED: ${kind}s: ${reason}`),
    ...(fixed.length === 0
      ? []
      : [
          '',
          ...table(
            ['synced', 'id', 'finding', 'before', 'after', 'now'],
            fixed.map((one) => [one.kind, one.object_id, one.finding, one.before, one.after, fixedText(one)]),
          ),
        ]),
    ...(findings.length > 0 ? [''] : []),
    ...findings.slice(0, most).flatMap((finding) => findingLines(finding, advice)),
    ...(findings.length > most ? [`${findings.length - most} more in findings.csv`] : []),
  ];
}

/** A report for people: a table of the accounts, then each finding with what to do. */
export function reportLines({ accounts, counts, unreadable_rows: unreadable, from, till }, files, advice) {
  const all = columns.reduce((sum, name) => sum + counts[name], 0);
  return [
    ...table(
      ['merchant', 'account', ...columns.map((name) => name.replace('_', ' '))],
      accounts.map((one) => [
        ...[one.merchant_id, one.merchant_connector_id],
        ...columns.map((name) => one.counts[name]),
      ]),
    ),
    ...accounts.flatMap((one) => accountLines(one, advice)),
    ...unreadable.slice(0, most).map(({ line, why }) => `NOT COMPARED: line ${line} of the file: ${why}`),
    '',
    `${all - counts.matched} findings in ${all} records from ${from} to ${till}`,
    ...files,
  ];
}
