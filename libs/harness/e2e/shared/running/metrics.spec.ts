import { apiAt, sharedSystem } from '@payorch/harness';
import { metricDefinitions, type MetricDefinition } from '@payorch/platform/telemetry';
import { allApps } from '@payorch/provisioning';

const system = sharedSystem();
const definitions = Object.values<MetricDefinition>(metricDefinitions);
const services = allApps.filter((name) => name !== 'sandbox');

/** The metrics with a value, each with the labels of one series. A histogram without labels begins with zeros everywhere. */
function shownIn(text: string): Map<string, string[]> {
  const shown = new Map<string, string[]>();
  for (const [, series = '', labels = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? (?!0$).+$/gm)) {
    const name = series.replace(/_(?:bucket|sum|count)$/, '');
    const named = [...labels.matchAll(/(\w+)="/g)].map(([, label]) => label!).filter((label) => label !== 'le');
    if (!/^(?:process|nodejs)_/.test(series)) shown.set(name, named);
  }
  return shown;
}

it.each(services)(
  'the metrics that %s shows are those that docs/metrics.md promises, with their labels',
  async (name) => {
    const { text } = await apiAt(system.baseUrl(name), { 'api-key': system.adminKey }).get('/metrics');
    const shown = shownIn(text);
    for (const [metric, labels] of shown) {
      const definition = definitions.find((one) => one.name === metric);
      const isOfService = definition?.services.some((service) => service === name || service === 'every service');
      expect([metric, isOfService]).toEqual([metric, true]);
      expect([metric, labels.sort()]).toEqual([metric, Object.keys(definition!.labels).sort()]);
    }
    expect([...shown.keys()]).toContain('http_server_request_duration_seconds');
  },
);
