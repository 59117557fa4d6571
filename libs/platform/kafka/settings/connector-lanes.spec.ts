import { operationCommands, configSettings, connectorOutcome, type Outgoing } from '@payorch/contracts';
import { ConnectorLanes } from './connector-lanes';
import { GlobalSettings } from './global-settings';

const account = { connector: 'stripe', merchantConnectorId: 'mca_1' } as never;
const withCredentials = { connector: 'stripe', merchantConnectorId: 'mca_1.creds' } as never;
const other = { connector: 'stripe', merchantConnectorId: 'mca_2' } as never;

describe('the lanes of connector accounts', () => {
  let settings: GlobalSettings;
  let lanes: ConnectorLanes;
  let version = 0;
  beforeEach(() => {
    settings = new GlobalSettings();
    lanes = new ConnectorLanes(settings);
  });
  const at = (second: number) => new Date(Date.UTC(2026, 10, 27, 10, 0, second));
  const set = (name: string, value: string, second: number, more: object = {}) =>
    settings.apply({
      message: configSettings as never,
      data: {
        key: `connector_lane_${name}`,
        value,
        version: (version += 1),
        updatedAt: at(second).toISOString(),
        deleted: false,
        before: null,
        ...more,
      },
    });

  it('an account has its own lane, else that of its connector, else the shared one', () => {
    expect(lanes.laneOf(account)).toBe('shared');
    set('stripe', 'cards', 1);
    expect([account, other].map((one) => lanes.laneOf(one))).toEqual(['cards', 'cards']);
    set('mca_1', 'big_shop', 2);
    expect([account, other].map((one) => lanes.laneOf(one))).toEqual(['big_shop', 'cards']);
    set('mca_1', 'big_shop', 3, { deleted: true, before: 'big_shop' });
    expect(lanes.laneOf(account)).toBe('cards');
  });

  it('inline credentials have the lane of their account', () => {
    set('mca_1', 'big_shop', 1);
    expect(lanes.laneOf(withCredentials)).toBe('big_shop');
  });

  it('a command to a worker travels in a lane, and its outcome in none', () => {
    set('mca_1', 'big_shop', 1);
    const outgoing = (message: unknown) => ({ message, data: { account } }) as Outgoing;
    expect([operationCommands.capture, connectorOutcome].map((one) => lanes.of(outgoing(one)))).toEqual([
      'big_shop',
      undefined,
    ]);
  });

  it('a move knows where the account was', () => {
    expect(lanes.lastMove(account)).toBeUndefined();
    set('stripe', 'cards', 1);
    expect(lanes.lastMove(account)).toEqual({ at: at(1), from: 'shared' });
    set('mca_1', 'big_shop', 2);
    expect(lanes.lastMove(account)).toEqual({ at: at(2), from: 'cards' });
    expect(lanes.lastMove(other)).toEqual({ at: at(1), from: 'shared' });
    set('stripe', 'slow', 3, { before: 'cards' });
    expect(lanes.lastMove(account)).toMatchObject({ at: at(2) });
    set('mca_1', 'big_shop', 4, { deleted: true, before: 'big_shop' });
    expect(lanes.lastMove(account)).toEqual({ at: at(4), from: 'big_shop' });
    set('stripe', 'slow', 5, { deleted: true, before: 'slow' });
    expect(lanes.lastMove(account)).toEqual({ at: at(5), from: 'slow' });
  });
});
