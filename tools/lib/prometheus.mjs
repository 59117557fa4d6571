/** Prometheus and its tool, built with Go once: minutes each, so tests use them only where they have been built. */
const program = (name) => ({
  name,
  package: `github.com/prometheus/prometheus/cmd/${name}`,
  // v3.16.0 of the image in docker-compose.yml.
  version: 'v0.316.0',
  // Without the discovery of clouds, most of the code.
  tags: 'remove_all_sd',
});
export const promtool = program('promtool');
export const prometheus = program('prometheus');
