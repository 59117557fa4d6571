import { metricDefinitions, processMetrics, type MetricDefinition } from '@payorch/platform/telemetry';
import { parser } from '@prometheus-io/lezer-promql';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

const root = path.resolve(__dirname, '..');
const readText = (name: string): string => readFileSync(path.join(root, name), 'utf8');

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook_url: string };
}
interface RuleTests {
  readonly tests: { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[];
}
interface Panel {
  readonly title: string;
  readonly type: string;
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

const rules = parse(readText('deploy/monitoring/alerts.yml')) as { groups: { rules: Alert[] }[] };
const alerts = rules.groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(readText('deploy/monitoring/grafana/dashboard.json')) as { panels: Panel[] };
const panels = dashboard.panels.filter(({ type }) => type !== 'row');
const runbooks = readText('docs/runbooks.md');

/** The series of a definition. */
const seriesOf = ({ name, type }: MetricDefinition): string[] =>
  type === 'histogram' ? ['_bucket', '_sum', '_count'].map((suffix) => `${name}${suffix}`) : [name];
/** Labels that Prometheus adds to every series; `service` is of deploy/monitoring/prometheus.yml. */
const ofEvery = ['job', 'instance', 'service'];
const labelsOf = new Map<string, readonly string[]>([
  ...Object.values<MetricDefinition>(metricDefinitions).flatMap((definition) =>
    seriesOf(definition).map((series): [string, string[]] => [
      series,
      [...Object.keys(definition.labels), ...(definition.type === 'histogram' ? ['le'] : []), ...ofEvery],
    ]),
  ),
  ...processMetrics.map(({ name }): [string, string[]] => [name, ofEvery]),
  ['up', ofEvery],
]);

/** What is wrong with an expression: its syntax, a metric that no service has, a label that its metrics do not have. */
function problemsOf(expr: string): string[] {
  const problems: string[] = [];
  const known = new Set<string>();
  const grouped: string[] = [];
  parser.parse(expr).iterate({
    enter: ({ type, node, from, to }) => {
      const text = expr.slice(from, to);
      if (type.isError) problems.push(`a syntax error at ${from}`);
      if (type.name === 'GroupingLabels')
        grouped.push(...node.getChildren('LabelName').map((label) => expr.slice(label.from, label.to)));
      if (type.name !== 'VectorSelector') return;
      const metric = node.getChild('Identifier');
      const name = metric ? expr.slice(metric.from, metric.to) : text;
      const labels = labelsOf.get(name);
      if (!labels) return void problems.push(`no metric ${name}`);
      for (const label of labels) known.add(label);
      for (const [, label = ''] of text.matchAll(/([a-z_]+)\s*(?:=~|!~|!=|=)\s*"/g))
        if (!labels.includes(label)) problems.push(`${name} has no label ${label}`);
    },
  });
  return [...problems, ...grouped.filter((label) => !known.has(label)).map((label) => `no metric has ${label}`)];
}

/** The labels that a text of an alert or a legend shows. */
const shownLabels = (text: string): string[] =>
  [...text.matchAll(/\$labels\.(\w+)|\{\{(\w+)\}\}/g)].map(([, alert, legend]) => (alert ?? legend)!);

/** The labels that the result of an expression has: those of its outermost grouping, else those of its metrics. */
function resultLabels(expr: string): readonly string[] {
  const [, grouping] = /\bby \(([^)]*)\)/.exec(expr) ?? [];
  if (grouping !== undefined) return grouping.split(/,\s*/);
  const [name = ''] = /[a-z]\w*_\w+|up\b/.exec(expr.replace(/\b(?:min|max|avg)_over_time\b/g, '')) ?? [];
  return labelsOf.get(name) ?? [];
}

describe('the check of an expression', () => {
  it.each([
    ['sum by (connector) (rate(operations_total{outcome="unknown"}[5m])) > 1', []],
    ['sum(rate(operations_total[5m])', ['a syntax error at 30']],
    ['rate(operation_total[5m])', ['no metric operation_total']],
    ['operations_total{conector="stripe"}', ['operations_total has no label conector']],
    ['sum by (conector) (operations_total)', ['no metric has conector']],
    ['http_server_request_duration_seconds', ['no metric http_server_request_duration_seconds']],
  ])('%s has the problems %j', (expr, problems) => expect(problemsOf(expr)).toEqual(problems));
});

describe('the alert rules', () => {
  it.each(alerts)('$alert uses only metrics and labels that exist, also in its summary', ({ expr, annotations }) => {
    expect(problemsOf(expr)).toEqual([]);
    expect(shownLabels(annotations.summary).filter((label) => !resultLabels(expr).includes(label))).toEqual([]);
  });

  it('each alert has its severity and its section of the runbooks, and each section its alert', () => {
    const sections = [...runbooks.matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
    expect(sections).toEqual(alerts.map(({ alert }) => alert));
    for (const { alert, labels, annotations } of alerts) {
      expect(annotations.runbook_url).toBe(`docs/runbooks.md#${alert.toLowerCase()}`);
      expect(['page', 'ticket']).toContain(labels.severity);
    }
  });

  it('the tests of the rules let each alert fire', () => {
    const { tests } = parse(readText('deploy/monitoring/alerts.test.yml')) as RuleTests;
    const fired = tests.flatMap((test) => test.alert_rule_test).filter((test) => test.exp_alerts.length > 0);
    expect(fired.map(({ alertname }) => alertname)).toEqual(alerts.map(({ alert }) => alert));
  });
});

describe('the dashboard', () => {
  it.each(panels)('$title uses only metrics and labels that exist', ({ targets = [] }) => {
    expect(targets.length).toBeGreaterThan(0);
    for (const { expr, legendFormat } of targets) {
      expect(problemsOf(expr)).toEqual([]);
      expect(shownLabels(legendFormat).filter((label) => !resultLabels(expr).includes(label))).toEqual([]);
    }
  });
});
