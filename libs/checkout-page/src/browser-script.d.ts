/** A script for browsers, bundled into one text when the app is built (tools/lib/browser-script.cjs). */
declare module '*?script' {
  const text: string;
  export default text;
}
