import type { Currency } from '@payorch/kernel';
import { exponents } from '@payorch/kernel';
import type { Decimal } from './exact';
import { decimalText, roundedText, shifted, whole } from './exact';
import type { AlgorithmResult, Expected, SimulationResult } from './simulation';
import { approvalRateOf, shareOfPayments } from './simulation';

export interface SimulationReport {
  readonly algorithmFile: string;
  readonly againstFile: string | null;
  /** Where the payments are from: a file, or `100000 generated, seed 1`. */
  readonly source: string;
  readonly notes: readonly string[];
  readonly result: SimulationResult;
}

const count = (number: number): string => number.toLocaleString('en-US');
export const percentText = (value: Decimal): string => `${roundedText(value, 2)} %`;
export const shareText = (payments: number, all: number): string => percentText(shareOfPayments(payments, all));
export const approvalText = (expected: Expected, payments: number): string =>
  percentText(approvalRateOf(expected, payments));
export const amountText = (value: Decimal, currency: Currency): string =>
  `${roundedText(value, exponents[currency])} ${currency}`;

const sorted = <Value>(map: ReadonlyMap<Currency, Value>): readonly (readonly [Currency, Value])[] =>
  [...map].sort(([one], [other]) => (one < other ? -1 : 1));

export const costText = ({ cost }: Expected): string =>
  sorted(cost)
    .map(([currency, sum]) => amountText(sum, currency))
    .join(', ');

/** Columns of equal width, two spaces apart; the first is aligned to the left. */
function columns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!)))
      .join('  ')
      .trimEnd(),
  );
}

function algorithmLines(title: string, { payments, accounts, rules, expected }: AlgorithmResult): readonly string[] {
  const head = ['account', 'connector', 'payments', 'share', ...(expected ? ['approval', 'cost'] : [])];
  const rows = accounts.map((one) => [
    one.account,
    one.connector,
    count(one.payments),
    shareText(one.payments, payments),
    ...(one.expected ? [approvalText(one.expected, one.payments), costText(one.expected)] : []),
  ]);
  const sum = expected
    ? [['all', '', count(payments), '100.00 %', approvalText(expected, payments), costText(expected)]]
    : [];
  const byRule = rules.map(({ rule, payments: taken }) => [rule, count(taken), shareText(taken, payments)]);
  return ['', title, ...columns([head, ...rows, ...sum]), '', ...columns([['rule', 'payments', 'share'], ...byRule])];
}

function changeLines({ changes, payments }: SimulationResult): readonly string[] {
  if (!changes) return [];
  const groups = changes.groups.map((one) => [
    `${one.fromRule} → ${one.toRule}`,
    `${one.from} → ${one.to}`,
    count(one.payments),
  ]);
  const first = changes.first.map((one) => [one.paymentId, `${one.from} → ${one.to}`, one.rule]);
  return [
    '',
    `changes: ${count(changes.payments)} of ${count(payments)} payments (${shareText(changes.payments, payments)})`,
    ...(groups.length > 0 ? columns([['rules', 'accounts', 'payments'], ...groups]) : []),
    ...(first.length > 0 ? ['', `the first ${first.length}:`, ...columns(first)] : []),
  ];
}

/** The report as text, a line an item. */
export function reportLines({
  algorithmFile,
  againstFile,
  source,
  notes,
  result,
}: SimulationReport): readonly string[] {
  return [
    `${count(result.payments)} payments: ${source}`,
    ...notes.map((note) => `note: ${note}`),
    ...algorithmLines(`algorithm: ${algorithmFile}`, result.algorithm),
    ...(result.against ? algorithmLines(`against: ${againstFile}`, result.against) : []),
    ...changeLines(result),
  ];
}

const byCurrency = <Value>(map: ReadonlyMap<Currency, Value>, text: (value: Value, currency: Currency) => string) =>
  Object.fromEntries(sorted(map).map(([currency, value]) => [currency, text(value, currency)]));

const expectedJson = (expected: Expected, payments: number) => ({
  expected_approved: decimalText(expected.approved),
  expected_approval_rate: decimalText(approvalRateOf(expected, payments)),
  expected_cost: byCurrency(expected.cost, decimalText),
});

const algorithmJson = (file: string, { payments, accounts, rules, expected }: AlgorithmResult) => ({
  file,
  accounts: accounts.map((one) => ({
    account: one.account,
    connector: one.connector,
    payments: one.payments,
    share: decimalText(shareOfPayments(one.payments, payments)),
    volume: byCurrency(one.volume, (sum, currency) => decimalText(shifted(whole(sum), exponents[currency]))),
    ...(one.expected && expectedJson(one.expected, one.payments)),
  })),
  rules,
  ...(expected && expectedJson(expected, payments)),
});

/** The report as JSON: amounts in major units and shares in percent, as exact decimal texts. */
export const reportJson = ({ algorithmFile, againstFile, source, notes, result }: SimulationReport) => ({
  payments: result.payments,
  source,
  notes,
  algorithm: algorithmJson(algorithmFile, result.algorithm),
  against: result.against && algorithmJson(againstFile ?? '', result.against),
  changes: result.changes && {
    payments: result.changes.payments,
    share: decimalText(shareOfPayments(result.changes.payments, result.payments)),
    groups: result.changes.groups.map((one) => ({
      from_rule: one.fromRule,
      to_rule: one.toRule,
      from: one.from,
      to: one.to,
      payments: one.payments,
    })),
    first: result.changes.first.map(({ paymentId, ...one }) => ({ payment_id: paymentId, ...one })),
  },
});
