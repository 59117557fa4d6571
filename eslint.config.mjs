import tseslint from 'typescript-eslint';
import compilerConfigs from './tools/lib/compiler-configs.cjs';

const nodeGlobals =
  'AbortSignal Buffer URL __dirname clearInterval console fetch module performance process require setInterval setTimeout'.split(
    ' ',
  );

/**
 * The export of a key that Node 20 generated can hang the process for ever (libs/platform/sealing/x25519.ts): nothing that
 * ships generates keys that way. Specs may, a few times a process.
 */
const noKeyGeneration = {
  'no-restricted-imports': [
    'error',
    {
      paths: ['node:crypto', 'crypto'].map((name) => ({
        name,
        importNames: ['default', 'generateKeyPair', 'generateKeyPairSync'],
        message: 'Node 20 can hang in the export of a generated key: use newX25519Key of libs/platform/sealing.',
      })),
    },
  ],
  'no-restricted-syntax': [
    'error',
    {
      selector: "CallExpression[callee.property.name='export'] Property[key.name='format'][value.value='jwk']",
      message: 'Node 20 can hang in the export of a key as JWK: build the JWK from bytes (newX25519Jwk).',
    },
    {
      selector: 'CallExpression[callee.property.name=/^(generateKey|exportKey)$/]',
      message: 'Node 20 can hang in the export of a generated key: use newX25519Key of libs/platform/sealing.',
    },
  ],
};

/** Type-aware rules cost twelve times as much as the rest: only the two that catch a lost promise are worth it here. */
export default tseslint.config(
  { ignores: ['node_modules/', 'dist/', '.payorch/', '.nx/', 'coverage/', 'libs/rest/src/generated/'] },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.recommended],
    languageOptions: {
      parserOptions: {
        project: compilerConfigs,
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      // A Nest or event handler may be async; a condition or a spread of a promise is always a mistake.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      'no-console': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  {
    files: ['{apps,libs,tools}/**/*.ts'],
    ignores: ['**/*.spec.ts', 'apps/*/test/**', 'tools/lib/seal-loop.main.ts'],
    rules: noKeyGeneration,
  },
  {
    files: ['**/*.{mjs,cjs}'],
    extends: [tseslint.configs.recommended],
    languageOptions: { globals: Object.fromEntries(nodeGlobals.map((name) => [name, 'readonly'])) },
    // The compiler knows every name in TypeScript; here it is lint's to say which are not there.
    rules: { '@typescript-eslint/no-require-imports': 'off', 'no-undef': 'error' },
  },
);
