/** The configurations of the compiler: every TypeScript file is in the program of one of them. */
module.exports = ['tsconfig.json', 'apps/gateway/src/payment-links/page/browser/tsconfig.json'];
