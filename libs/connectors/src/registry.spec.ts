import { catalogue, connectorNames, definitionOf, isConnectorName } from './catalogue';
import { registry } from './generated/registry';
import { webhookReaders } from './generated/webhook-readers';

describe('the registry', () => {
  it.each(connectorNames)('the registry has %s under its own name, with the data of the catalogue', (name) => {
    expect(registry[name].name).toBe(name);
    expect(registry[name]).toMatchObject(catalogue[name]);
    expect(registry[name].capabilities).toBe(catalogue[name].capabilities);
  });

  it.each(connectorNames)('the webhook reader of %s is the same in the gateway and in the worker', (name) => {
    expect(webhookReaders[name]).toBe(registry[name].webhooks);
  });

  it('the registry has exactly the connectors of the catalogue', () => {
    expect(Object.keys(registry).sort()).toEqual([...connectorNames].sort());
  });

  it('definitionOf finds only own names of the catalogue', () => {
    expect(definitionOf('stripe_test')?.displayName).toBe('Stripe Test');
    expect(definitionOf('constructor')).toBeUndefined();
    expect(isConnectorName('toString')).toBe(false);
  });

  it('the catalogue lists test processors first', () => {
    const tests = connectorNames.map((name) => catalogue[name].test);
    expect(tests).toEqual([...tests].sort((a, b) => Number(b) - Number(a)));
  });
});
