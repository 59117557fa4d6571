import type { MetricDefinition } from '@payorch/platform/telemetry';
import { code, table } from './markdown';

const labelsOf = ({ labels }: MetricDefinition): string =>
  Object.entries(labels)
    .map(([name, values]) => `${code(name)}: ${values}`)
    .join('<br>');

/** docs/metrics.md: every metric of our own with its labels and services, and those of the runtime that rules use. */
export const metricsPage = (
  definitions: readonly MetricDefinition[],
  ofProcess: readonly { readonly name: string; readonly help: string }[],
): string =>
  [
    '# Metrics',
    '',
    'Printed from `libs/platform/telemetry/metric-definitions.ts` by `npm run docs`; do not edit. Every service serves its metrics at',
    '`GET /metrics` (docs/operating.md). A gauge without labels is absent until the service measures it. Rules and a dashboard for',
    'them are in `deploy/monitoring/`; what to do about an alert is in docs/runbooks.md.',
    '',
    table(
      ['metric', 'type', 'meaning', 'unit', 'labels', 'services'],
      [...definitions]
        .sort((a, b) => (a.name < b.name ? -1 : 1))
        .map((definition) => [
          code(definition.name),
          definition.type,
          definition.help,
          definition.unit,
          labelsOf(definition),
          definition.services.join(', '),
        ]),
    ),
    '',
    'A histogram has the series `_bucket`, `_sum` and `_count`. Every service also has the metrics of its runtime, `process_*` and',
    '`nodejs_*`, under the names of the Prometheus client library. Rules and dashboard use of them:',
    '',
    table(
      ['metric', 'meaning'],
      ofProcess.map(({ name, help }) => [code(name), help]),
    ),
    '',
  ].join('\n');
