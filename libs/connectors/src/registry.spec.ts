import { catalogue, catalogueEntry, connectorNames, isConnectorName } from './catalogue';
import { registry } from './registry';
import { webhookReaders } from './webhook-readers';

describe('the registry', () => {
  it.each(connectorNames)('the registry has %s under its own name, with the capabilities of the catalogue', (name) => {
    expect(registry[name].name).toBe(name);
    expect(registry[name].capabilities).toBe(catalogue[name].capabilities);
  });

  it.each(connectorNames)('the webhook reader of %s is the same in the gateway and in the worker', (name) => {
    expect(webhookReaders[name]).toBe(registry[name].webhooks);
  });

  it('the registry has exactly the connectors of the catalogue', () => {
    expect(Object.keys(registry).sort()).toEqual([...connectorNames].sort());
  });

  it('catalogueEntry finds only own names of the catalogue', () => {
    expect(catalogueEntry('stripe_test')?.displayName).toBe('Stripe Test');
    expect(catalogueEntry('constructor')).toBeUndefined();
    expect(isConnectorName('toString')).toBe(false);
  });
});
