import { lookup } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import { buildConnector } from 'undici';
import type { EgressPolicy } from './address';
import { mayConnect } from './address';
import { portOf } from './check-url';

export type Resolve = (name: string) => Promise<readonly LookupAddress[]>;

export const systemResolve: Resolve = (name) => lookup(name, { all: true });

/** The connection was refused before it was opened. */
export class EgressRefused extends Error {
  override readonly name = 'EgressRefused';
}

/** The client's own certificate and key as PEM, and the issuers of the server's; default issuers: Node's own. */
export interface ClientTls {
  readonly cert: string;
  readonly key: string;
  readonly ca?: readonly string[];
}

/**
 * Opens connections to checked addresses only. The connector resolves the name once, checks every address and passes
 * these addresses to the socket: there is no second lookup, which could return other addresses.
 */
export function guardedConnector(
  policy: EgressPolicy,
  timeoutMs: number,
  resolve: Resolve = systemResolve,
  tls?: ClientTls,
): buildConnector.connector {
  const connect = async (options: buildConnector.Options, callback: buildConnector.Callback): Promise<void> => {
    const addresses = await resolve(options.hostname);
    const port = portOf(options);
    const passed = addresses.length > 0 && addresses.every(({ address }) => mayConnect(address, port, policy));
    if (!passed) throw new EgressRefused(`${options.hostname} leads to a closed address or port`);
    const pinned = buildConnector({
      timeout: timeoutMs,
      ...(tls && { cert: tls.cert, key: tls.key, ...(tls.ca && { ca: [...tls.ca] }) }),
      lookup: (_name, { all }, done) =>
        all ? done(null, [...addresses]) : done(null, addresses[0]!.address, addresses[0]!.family),
    });
    pinned(options, callback);
  };
  return (options, callback) => {
    connect(options, callback).catch((error: Error) => callback(error, null));
  };
}
