/**
 * Starts the page; a separate file, since the page may not run inline scripts. The examples of the document name objects
 * that were recorded elsewhere. The script compares each answer with its recorded one and puts the values of this
 * system's objects into later requests, so that the examples work one after the other.
 */
export const startScript = `(() => {
  const known = new Map();
  let operations = [];
  let pending;

  const parsed = (text) => {
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  };

  // Ids, keys and secrets: one word with a long part that no English word has.
  const isMade = (text) =>
    typeof text === 'string' && /^[\\w-]+$/.test(text) && /(?=[a-zA-Z]*[0-9A-Z])[a-zA-Z0-9]{12}/.test(text);

  function learn(recorded, answered) {
    if (isMade(recorded) && isMade(answered) && recorded !== answered) known.set(recorded, answered);
    if (typeof recorded !== 'object' || typeof answered !== 'object' || !recorded || !answered) return;
    for (const key of Object.keys(recorded)) learn(recorded[key], answered[key]);
  }

  // The longest first: a client secret begins with the id of its object.
  function replaced(text) {
    const recorded = [...known.keys()].sort((one, other) => other.length - one.length);
    return recorded.length === 0 ? text : text.replace(new RegExp(recorded.join('|'), 'g'), (value) => known.get(value));
  }

  const valuesOf = (media) =>
    Object.fromEntries(Object.entries((media && media.examples) || {}).map(([name, { value }]) => [name, value]));

  const mediaOf = (content) => Object.values(content || {})[0];

  function operationOf(path, method, { requestBody, responses }) {
    const literal = path.replace(/[.*+?^$()|[\\]\\\\]/g, '\\\\$&').replace(/\\{[^}]+\\}/g, '[^/]+');
    const answers = Object.values(responses).map(({ content }) => valuesOf(mediaOf(content)));
    return {
      method: method.toUpperCase(),
      pattern: new RegExp(literal + '$'),
      parameters: path.split('{').length,
      bodies: valuesOf(mediaOf(requestBody && requestBody.content)),
      answers: Object.assign({}, ...answers),
    };
  }

  function read(document) {
    operations = Object.entries(document.paths)
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => operationOf(path, method, operation)),
      )
      .sort((one, other) => one.parameters - other.parameters);
  }

  // The recorded answer of the example that is sent; of an edited body, that of the first example.
  function recordedFor({ method, url, body }) {
    const { pathname } = new URL(url, 'http://x');
    const found = operations.find((one) => one.method === (method || 'GET').toUpperCase() && one.pattern.test(pathname));
    if (!found) return undefined;
    const sent = JSON.stringify(parsed(body));
    const name = Object.keys(found.bodies).find((one) => JSON.stringify(found.bodies[one]) === sent);
    return found.answers[name === undefined ? Object.keys(found.answers)[0] : name];
  }

  function requestInterceptor(request) {
    if (request.loadSpec) return request;
    pending = recordedFor(request);
    request.url = replaced(request.url);
    if (typeof request.body === 'string') request.body = replaced(request.body);
    return request;
  }

  function responseInterceptor(response) {
    const answered = parsed(response.text);
    if (answered && answered.openapi) read(answered);
    else if (response.ok && pending !== undefined) learn(pending, answered);
    return response;
  }

  SwaggerUIBundle({
    url: 'openapi.json',
    dom_id: '#reference',
    deepLinking: true,
    docExpansion: 'none',
    requestInterceptor,
    responseInterceptor,
  });
})();
`;
