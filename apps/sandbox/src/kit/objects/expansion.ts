/** The references of an object that are shown as whole objects: `latest_charge`, `data.payment_method`. */
export class Expansion {
  static readonly none = new Expansion([]);

  constructor(private readonly paths: readonly string[]) {}

  has(field: string): boolean {
    return this.paths.some((path) => path === field || path.startsWith(`${field}.`));
  }

  under(field: string): Expansion {
    if (this.paths.length === 0) return this;
    const start = `${field}.`;
    return new Expansion(this.paths.filter((path) => path.startsWith(start)).map((path) => path.slice(start.length)));
  }
}
