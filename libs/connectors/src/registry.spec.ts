import { catalogue, catalogueEntry, connectorNames, isConnectorName } from './catalogue';
import { registry } from './registry';

describe('the registry', () => {
  it.each(connectorNames)('holds %s under its own name, with the offers of the catalogue', (name) => {
    expect(registry[name].name).toBe(name);
    expect(registry[name].offers).toBe(catalogue[name].offers);
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
