/** What the API's reference says beside the shapes of `api/openapi.json`: words of operations and fields, and examples. */
export * from './examples';
export * from './words';
