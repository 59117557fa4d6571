export interface Advisory {
  /** Ends with the advisory's id. */
  readonly url: string;
  readonly severity: string;
  readonly name: string;
  readonly title: string;
}

/** Accepts one advisory or one deprecated package until a date (`YYYY-MM-DD`, inclusive), for a reason. */
export interface Waiver {
  readonly advisory?: string;
  readonly package?: string;
  readonly reason: string;
  readonly until: string;
}

/** The output of `npm audit --json`; a refusal by the registry has `error` or `statusCode` instead of `vulnerabilities`. */
export interface AuditReport {
  readonly message?: string;
  readonly statusCode?: number;
  readonly error?: { readonly summary?: string };
  readonly vulnerabilities?: Readonly<Record<string, { readonly via: readonly (string | Advisory)[] }>>;
}

export type AuditVerdict =
  | { readonly kind: 'unavailable'; readonly cause: string }
  | { readonly kind: 'judged'; readonly advisories: readonly Advisory[]; readonly open: readonly Advisory[] };

export interface DeprecatedPackage {
  readonly name: string;
  readonly version: string;
  readonly deprecated: string;
}

interface Lockfile {
  readonly packages: Readonly<Record<string, { readonly version?: string; readonly deprecated?: string }>>;
}

const severe = new Set(['high', 'critical']);

/** Each advisory once, however many packages it reaches. */
function advisoriesOf(vulnerabilities: NonNullable<AuditReport['vulnerabilities']>): Advisory[] {
  const found = Object.values(vulnerabilities).flatMap(({ via }) => via.filter((one) => typeof one === 'object'));
  return [...new Map(found.map((advisory) => [advisory.url, advisory])).values()];
}

const inForce = (waivers: readonly Waiver[], today: string): Waiver[] => waivers.filter(({ until }) => until >= today);

/** Packages of a lockfile that their authors have deprecated and that no waiver of today names. */
export function deprecatedIn({ packages }: Lockfile, waivers: readonly Waiver[], today: string): DeprecatedPackage[] {
  const waived = new Set(inForce(waivers, today).map((waiver) => waiver.package));
  return Object.entries(packages).flatMap(([place, { version = '', deprecated }]) => {
    const name = place.replace(/^.*node_modules\//, '');
    return deprecated && !waived.has(name) ? [{ name, version, deprecated }] : [];
  });
}

/** `unavailable` is no verdict: the registry has no advisory endpoint or was not reached. `open` has no waiver of today. */
export function judgeAudit(report: AuditReport, waivers: readonly Waiver[], today: string): AuditVerdict {
  if (!report.vulnerabilities)
    return { kind: 'unavailable', cause: report.message ?? report.error?.summary ?? 'no report' };
  const advisories = advisoriesOf(report.vulnerabilities);
  const waived = inForce(waivers, today).flatMap(({ advisory }) => advisory ?? []);
  const open = advisories.filter(({ severity, url }) => severe.has(severity) && !waived.some((id) => url.endsWith(id)));
  return { kind: 'judged', advisories, open };
}
