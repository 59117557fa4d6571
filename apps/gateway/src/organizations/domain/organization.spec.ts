import type { OrganizationId } from '@payorch/kernel';
import { checkOrganizationRequest, newOrganization, organizationView, updatedOrganization } from './organization';

const now = new Date('2026-01-05T10:00:00Z');
const made = newOrganization({ organization_name: 'Acme', metadata: { a: 1 } }, 'org_1' as OrganizationId, now);

it('the view has every key', () =>
  expect(JSON.stringify(organizationView(made))).toBe(
    JSON.stringify({
      organization_id: 'org_1',
      organization_name: 'Acme',
      organization_details: null,
      metadata: { a: 1 },
      modified_at: now.toISOString(),
      created_at: now.toISOString(),
      organization_type: 'standard',
    }),
  ));

it('an update leaves absent fields', () => {
  const later = new Date('2026-01-06T10:00:00Z');
  expect(updatedOrganization(made, { organization_details: { b: 2 }, metadata: null }, later)).toEqual({
    ...made,
    organizationDetails: { b: 2 },
    modifiedAt: later,
  });
});

it('a name that is too long is refused', () => {
  expect(checkOrganizationRequest({ organization_name: 'a'.repeat(256) })?.code).toBe('invalid_format');
  expect(checkOrganizationRequest({ organization_name: 'a'.repeat(255) })).toBeUndefined();
});
