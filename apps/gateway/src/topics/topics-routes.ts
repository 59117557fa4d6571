import { errorBody, refuse } from '@payorch/contracts';
import type { FastifyInstance } from 'fastify';
import { pageHeaders } from '../openapi';
import { eventSchemas } from './event-schemas';
import { topicsDocument } from './topics-document';
import { topicsPage } from './topics-page';

const unknownUrl = JSON.stringify(errorBody(refuse('unknown_url')).body);

/**
 * The AsyncAPI document of the public topics, the JSON Schema of each event under the address that its `ce_dataschema` names,
 * and the page that shows both. They hold no data of a merchant, and need no key.
 */
export function addTopicsRoutes(server: FastifyInstance, publicUrl: string): void {
  const document = JSON.stringify(topicsDocument);
  const page = topicsPage(topicsDocument);
  const schemas = new Map(
    Object.entries(eventSchemas(topicsDocument, publicUrl)).map(([path, schema]) => [path, JSON.stringify(schema)]),
  );
  server.get('/topics', (_request, reply) => reply.headers(pageHeaders).type('text/html; charset=utf-8').send(page));
  // The links of the page are relative to its address without the slash.
  server.get('/topics/', (_request, reply) => reply.redirect('../topics', 308));
  server.get('/topics/asyncapi.json', (_request, reply) => reply.type('application/json').send(document));
  server.get<{ Params: { type: string; version: string } }>(
    '/topics/schemas/:type/:version',
    ({ params: { type, version } }, reply) => {
      const schema = schemas.get(`/topics/schemas/${type}/${version}`);
      if (schema === undefined) return reply.status(404).type('application/json').send(unknownUrl);
      return reply.header('cache-control', 'max-age=3600').type('application/schema+json').send(schema);
    },
  );
}
