/** The served paths: an unknown path is 404, a known path with another method 405. */
export class RouteTable {
  private readonly patterns = new Map<string, RegExp>();

  /** `/payments/:payment_id`: a segment with a leading colon matches any one segment. */
  add(route: string): void {
    if (route.includes('*') || this.patterns.has(route)) return;
    const segments = route.split('/').map((segment) => (segment.startsWith(':') ? '[^/]+' : escaped(segment)));
    this.patterns.set(route, new RegExp(`^${segments.join('/')}$`));
  }

  serves(url: string): boolean {
    const path = url.split('?', 1)[0]!;
    return [...this.patterns.values()].some((pattern) => pattern.test(path));
  }
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
