import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A merchant's own site, whose one page frames a page of ours. */
export interface FramingShop {
  /** Host and port. */
  readonly host: string;
  readonly address: string;
  readonly frame: (address: string) => void;
  readonly close: () => void;
}

export async function aFramingShop(): Promise<FramingShop> {
  let page = '';
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(page));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    address: `http://${host}/`,
    frame: (address) => (page = `<iframe src="${address}" width="340" height="700"></iframe>`),
    close: () => void server.close(),
  };
}
