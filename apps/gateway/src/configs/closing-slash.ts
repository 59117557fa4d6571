import type { IncomingMessage } from 'node:http';

/** The wire makes a config at `/configs/`, with the slash; Nest drops it from its routes, so it goes from the request too. */
export const withoutClosingSlash = ({ url = '/' }: Pick<IncomingMessage, 'url'>): string =>
  url.replace(/^\/configs\/(?=$|\?)/, '/configs');
