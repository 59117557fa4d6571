import tseslint from 'typescript-eslint';

const nodeGlobals =
  'AbortSignal Buffer URL __dirname clearInterval console fetch module performance process require setInterval'.split(
    ' ',
  );

/** Type-aware rules cost twelve times as much as the rest: only the two that catch a lost promise are worth it here. */
export default tseslint.config(
  { ignores: ['node_modules/', 'dist/', '.payorch/', '.nx/', 'coverage/', 'libs/rest/src/generated/'] },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.recommended],
    languageOptions: {
      parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname },
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
    files: ['**/*.{mjs,cjs}'],
    extends: [tseslint.configs.recommended],
    languageOptions: { globals: Object.fromEntries(nodeGlobals.map((name) => [name, 'readonly'])) },
    // The compiler knows every name in TypeScript; here it is lint's to say which are not there.
    rules: { '@typescript-eslint/no-require-imports': 'off', 'no-undef': 'error' },
  },
);
