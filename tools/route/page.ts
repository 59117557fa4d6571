import { roundedText } from './exact';
import type { SimulationReport } from './report';
import { approvalText, costText, shareText } from './report';
import type { AlgorithmResult, Changes } from './simulation';
import { approvalRateOf, shareOfPayments } from './simulation';

/** Safe as the text of an element and in a quoted attribute. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);

const [width, rowHeight, barHeight, labelWidth, valueWidth] = [760, 40, 14, 220, 90];

interface Bar {
  readonly name: string;
  /** Percent, by series; undefined: the series has no bar of that name. */
  readonly values: readonly (number | undefined)[];
}

/** Horizontal bars from 0 to 100 percent: one row a name, one bar a series. */
function barChart(title: string, bars: readonly Bar[]): string {
  const height = bars.length * rowHeight;
  const scale = (width - labelWidth - valueWidth) / 100;
  const bar = (value: number | undefined, series: number, top: number): string => {
    if (value === undefined) return '';
    const y = top + 4 + series * (barHeight + 2);
    const end = labelWidth + value * scale;
    return (
      `<rect class="s${series}" x="${labelWidth}" y="${y}" width="${(value * scale).toFixed(2)}" height="${barHeight}"/>` +
      `<text x="${(end + 6).toFixed(2)}" y="${y + 11}">${value.toFixed(2)} %</text>`
    );
  };
  const rows = bars.map(({ name, values }, at) => {
    const top = at * rowHeight;
    const label = `<text x="${labelWidth - 8}" y="${top + 24}" text-anchor="end">${escaped(name)}</text>`;
    return label + values.map((value, series) => bar(value, series, top)).join('');
  });
  return `<figure><figcaption>${escaped(title)}</figcaption><svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">${rows.join('')}</svg></figure>`;
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const cells = (tag: string, row: readonly string[]) =>
    row.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('');
  return `<table><thead><tr>${cells('th', head)}</tr></thead><tbody>${rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('')}</tbody></table>`;
};

const numberOf = (value: Parameters<typeof roundedText>[0]): number => Number(roundedText(value, 4));

/** The accounts of all results, in the order of their first appearance. */
function accountBars(
  results: readonly AlgorithmResult[],
  valueOf: (account: string, result: AlgorithmResult) => number | undefined,
): readonly Bar[] {
  const names = new Set(results.flatMap(({ accounts }) => accounts.map(({ account }) => account)));
  return [...names].map((name) => ({ name, values: results.map((result) => valueOf(name, result)) }));
}

function shareOf(account: string, { accounts, payments }: AlgorithmResult): number {
  const taken = accounts.find((one) => one.account === account)?.payments ?? 0;
  return numberOf(shareOfPayments(taken, payments));
}

function algorithmSection(title: string, { payments, accounts, rules, expected }: AlgorithmResult): string {
  const head = ['account', 'connector', 'payments', 'share', ...(expected ? ['approval', 'cost'] : [])];
  const rows = accounts.map((one) => [
    one.account,
    one.connector,
    String(one.payments),
    shareText(one.payments, payments),
    ...(one.expected ? [approvalText(one.expected, one.payments), costText(one.expected)] : []),
  ]);
  const byRule = rules.map(({ rule, payments: taken }) => [rule, String(taken), shareText(taken, payments)]);
  return `<section><h2>${escaped(title)}</h2>${table(head, rows)}${table(['rule', 'payments', 'share'], byRule)}</section>`;
}

function changesSection({ payments, groups, first }: Changes, all: number): string {
  const byGroup = groups.map((one) => [one.fromRule, one.toRule, one.from, one.to, String(one.payments)]);
  const named = first.map((one) => [one.paymentId, one.from, one.to, one.rule]);
  return (
    `<section><h2>${escaped(`Changes: ${payments} of ${all} payments, ${shareText(payments, all)}`)}</h2>` +
    table(['from the rule', 'to the rule', 'from', 'to', 'payments'], byGroup) +
    `<h3>The first ${first.length}</h3>${table(['payment', 'from', 'to', 'rule'], named)}</section>`
  );
}

const style =
  'body{font:14px/1.4 sans-serif;margin:2em auto;max-width:1000px;padding:0 1em;color:#1b1f24}figure{margin:1.5em 0}' +
  'figcaption{font-weight:bold}svg{width:100%;font:12px sans-serif}.s0{fill:#1f5fb4}.s1{fill:#b0b8c1}' +
  'table{border-collapse:collapse;margin:1em 0;width:100%}th,td{border-bottom:1px solid #d0d7de;padding:4px 8px;text-align:left}' +
  '.k{display:inline-block;width:.8em;height:.8em;margin:0 .3em 0 1em}.k0{background:#1f5fb4}.k1{background:#b0b8c1}';

/** One page with charts: no script, and no resource from outside. */
export function simulationPage({ algorithmFile, againstFile, source, notes, result }: SimulationReport): string {
  const { algorithm, against, changes, payments } = result;
  const results = against ? [algorithm, against] : [algorithm];
  const charts = [
    barChart('Share of payments by account', accountBars(results, shareOf)),
    ...(algorithm.expected
      ? [
          barChart('Expected approval', [
            {
              name: 'all payments',
              values: results
                .map((one) => one.expected && numberOf(approvalRateOf(one.expected, one.payments)))
                .map((value) => value ?? undefined),
            },
          ]),
        ]
      : []),
  ];
  const costs = results.map((one, at) => [
    at === 0 ? algorithmFile : (againstFile ?? ''),
    one.expected ? costText(one.expected) : '',
  ]);
  const legend = `<p><span class="k k0"></span>${escaped(algorithmFile)}${againstFile === null ? '' : `<span class="k k1"></span>${escaped(againstFile)}`}</p>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><title>Routing simulation</title>
<style>${style}</style>
</head><body><h1>Routing simulation</h1><p>${escaped(`${payments} payments: ${source}`)}</p>${notes.map((note) => `<p>${escaped(note)}</p>`).join('')}
${legend}${charts.join('\n')}
${algorithm.expected ? `<section><h2>Expected cost</h2>${table(['algorithm', 'cost'], costs)}</section>` : ''}
${changes ? changesSection(changes, payments) : ''}
${algorithmSection(`Algorithm: ${algorithmFile}`, algorithm)}
${against ? algorithmSection(`Against: ${againstFile ?? ''}`, against) : ''}
</body></html>
`;
}
