import { catalogue, catalogueEntry, connectorNames, isConnectorName } from './catalogue';
import { registry } from './registry';
import { webhookReaders } from './webhook-readers';

describe('the registry', () => {
  it.each(connectorNames)('holds %s under its own name, with the offers of the catalogue', (name) => {
    expect(registry[name].name).toBe(name);
    expect(registry[name].capabilities).toBe(catalogue[name].capabilities);
  });

  it.each(connectorNames)('reads webhooks of %s at the edge as the worker does', (name) => {
    expect(webhookReaders[name]).toBe(registry[name].webhooks);
  });

  it('has nothing that the catalogue lacks', () => {
    expect(Object.keys(registry).sort()).toEqual([...connectorNames].sort());
  });

  it('knows a name as it came over the wire', () => {
    expect(catalogueEntry('stripe_test')?.displayName).toBe('Stripe Test');
    expect(catalogueEntry('constructor')).toBeUndefined();
    expect(isConnectorName('toString')).toBe(false);
  });
});
