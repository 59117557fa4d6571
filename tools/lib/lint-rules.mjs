const isNamed = ({ type, name }, names) => type === 'Identifier' && names.includes(name);

const isJwkFormat = ({ type, key, value }) =>
  type === 'Property' && isNamed(key, ['format']) && value.type === 'Literal' && value.value === 'jwk';

/** Whether a call is `….export({ format: 'jwk' })`. */
const exportsJwk = ({ callee, arguments: [options] }) =>
  isNamed(callee.property, ['export']) && options?.type === 'ObjectExpression' && options.properties.some(isJwkFormat);

/**
 * The export of a key that Node 20 generated can hang the process for ever (libs/platform/sealing/crypto/x25519.ts): nothing that
 * ships generates keys that way. Specs may, a few times a process.
 */
const noKeyExport = {
  create: (context) => ({
    CallExpression(node) {
      if (node.callee.type !== 'MemberExpression') return;
      if (exportsJwk(node))
        context.report({
          node,
          message: 'Node 20 can hang in the export of a key as JWK: build the JWK from bytes (newX25519Jwk).',
        });
      if (isNamed(node.callee.property, ['generateKey', 'exportKey']))
        context.report({
          node,
          message: 'Node 20 can hang in the export of a generated key: use newX25519Key of libs/platform/sealing.',
        });
    },
  }),
};

/** `{ ...{ a, b }, c }` lays out lines by hand: the width of the formatter does that, and each spread copies an object at run time. */
const noLayoutSpread = {
  create: (context) => ({
    SpreadElement(node) {
      if (node.argument.type === 'ObjectExpression' && node.parent.type === 'ObjectExpression')
        context.report({ node, message: 'Write the fields of this object where they are spread.' });
    },
  }),
};

/** The rules of this repository, for .oxlintrc.json. */
export default {
  meta: { name: 'payorch' },
  rules: { 'no-key-export': noKeyExport, 'no-layout-spread': noLayoutSpread },
};
