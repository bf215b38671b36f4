import { expect, test } from 'vitest'
import { describeEntry, type AuditEntry } from './audit.ts'

const entry = (changed: Partial<AuditEntry>): AuditEntry => ({
  id: 1,
  at: new Date(0),
  act: 'team.created',
  details: {},
  actor: 'Ann',
  isByStaff: false,
  subject: null,
  ...changed,
})

test.each<[Partial<AuditEntry>, string]>([
  [{}, 'Ann created the organization.'],
  [
    { act: 'team.renamed', details: { name: 'Kettles' } },
    'Ann renamed the organization to “Kettles”.',
  ],
  [{ act: 'team.logo_removed' }, 'Ann removed the organization’s logo.'],
  [
    { act: 'member.changed', subject: 'Bob', details: { member: 2, role: 'editor', sites: 1 } },
    'Ann changed Bob’s role to Editor, with access to 1 site.',
  ],
  [
    { act: 'member.changed', subject: 'Bob', details: { member: 2, role: 'admin', sites: null } },
    'Ann changed Bob’s role to Admin, with access to all sites.',
  ],
  [
    { act: 'member.removed', subject: null, details: { member: 2, tokens: 2 } },
    'Ann removed someone (2 API tokens revoked).',
  ],
  [{ act: 'member.left', details: { tokens: 0 } }, 'Ann left.'],
  [
    { act: 'member.joined', actor: null, details: { role: 'analyst' } },
    'A former user joined as Analyst.',
  ],
  [
    { act: 'token.deleted', isByStaff: true, details: { name: 'Shop' } },
    'Footfall support, on behalf of Ann, deleted the API token “Shop”.',
  ],
  [
    { act: 'site.handed_over', details: { site: 3, name: 'Shop', to: 'Kettles', tokens: 1 } },
    'Ann transferred the site “Shop” to “Kettles” (1 API token revoked).',
  ],
  [{ act: 'later.act' }, 'Ann performed an unknown action: later.act.'],
])('%o reads: %s', (changed, sentence) => {
  expect(describeEntry(entry(changed))).toBe(sentence)
})
