const [width, height, left, bottom] = [640, 220, 56, 24];
const palette = '#1f77b4 #d62728 #2ca02c #9467bd #ff7f0e #8c564b #e377c2 #17becf #bcbd22 #7f7f7f #000000 #aec7e8'.split(
  ' ',
);

const escaped = (text) => String(text).replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`);
const short = (value) =>
  value >= 1e9
    ? `${(value / 1e9).toFixed(1)}G`
    : value >= 1e6
      ? `${(value / 1e6).toFixed(1)}M`
      : `${+value.toPrecision(3)}`;

const lineOf = (points, colour) =>
  `<polyline fill="none" stroke="${colour}" stroke-width="1.5" points="${points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}"/>`;

/** One chart: lines over minutes, from zero. `series` is a list of name and values, one value a sample. */
export function chart(title, minutes, series) {
  const shown = series.filter(([, values]) => values.some(Number.isFinite));
  const most = Math.max(1e-9, ...shown.flatMap(([, values]) => values.filter(Number.isFinite)));
  const x = (minute) => left + (minute / Math.max(minutes.at(-1), 1e-9)) * (width - left - 8);
  const y = (value) => height - bottom - (value / most) * (height - bottom - 8);
  const lines = shown.map(([, values], at) =>
    lineOf(
      values.map((value, sample) => [x(minutes[sample]), y(value)]).filter(([, down]) => Number.isFinite(down)),
      palette[at % palette.length],
    ),
  );
  const grid = [0, 0.5, 1].map(
    (share) =>
      `<line x1="${left}" x2="${width - 8}" y1="${y(most * share)}" y2="${y(most * share)}" stroke="#ddd"/>` +
      `<text x="${left - 6}" y="${y(most * share) + 4}" text-anchor="end">${short(most * share)}</text>`,
  );
  const ends = `<text x="${left}" y="${height - 6}">0</text><text x="${width - 8}" y="${height - 6}" text-anchor="end">${short(minutes.at(-1))} min</text>`;
  const legend = shown
    .map(([name], at) => `<span style="color:${palette[at % palette.length]}">&#9632; ${escaped(name)}</span>`)
    .join(' ');
  return `<figure><figcaption>${escaped(title)}</figcaption><svg viewBox="0 0 ${width} ${height}" role="img">${grid.join('')}${ends}${lines.join('')}</svg><p>${legend}</p></figure>`;
}

const mostTables = 12;

/** The charts of a run in one page without external resources. */
export function soakPage({ samples }, { title, text }) {
  const minutes = samples.map(({ atMinutes }) => atMinutes);
  const ofLoad = (...fields) => fields.map(([name, field]) => [name, samples.map(({ load }) => load[field])]);
  const ofProcesses = (field) =>
    samples
      .at(-1)
      .processes.map(({ name }) => [
        name,
        samples.map(({ processes }) => processes.find((one) => one.name === name)?.[field] ?? NaN),
      ]);
  const largest = [...samples.at(-1).tables].sort((a, b) => b.bytes - a.bytes).slice(0, mostTables);
  const ofTables = (field, unit = 1) =>
    largest.map(({ name }) => [
      name,
      samples.map(({ tables }) => (tables.find((one) => one.name === name)?.[field] ?? NaN) * unit),
    ]);
  const charts = [
    chart('Payments a second', minutes, ofLoad(['payments/s', 'perSecond'])),
    chart('Times, ms', minutes, ofLoad(['p50', 'p50'], ['p99', 'p99'])),
    chart('Failed and not sent, by interval', minutes, ofLoad(['failed', 'failed'], ['not sent', 'unsent'])),
    chart('Memory (proportional set size), MiB', minutes, ofProcesses('memoryMiB')),
    chart('Heap in use, MiB', minutes, ofProcesses('heapMiB')),
    chart('Event-loop delay p99, ms', minutes, ofProcesses('loopP99Ms')),
    chart('Open handles', minutes, ofProcesses('handles')),
    chart('Open files', minutes, ofProcesses('openFiles')),
    chart(`Size of the ${mostTables} largest tables with their indexes, MiB`, minutes, ofTables('bytes', 2 ** -20)),
    chart('Rows of those tables', minutes, ofTables('rows')),
    chart('Dead rows of those tables', minutes, ofTables('dead')),
  ];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title>
<style>body{font:14px sans-serif;margin:2em auto;max-width:1320px}main{display:grid;grid-template-columns:repeat(auto-fit,minmax(560px,1fr));gap:1em}figure{margin:0}figcaption{font-weight:bold}svg{width:100%}svg text{font-size:11px}p{font-size:12px}pre{font-size:12px;overflow:auto}</style>
</head><body><h1>${escaped(title)}</h1><main>${charts.join('\n')}</main><pre>${escaped(text)}</pre></body></html>
`;
}
