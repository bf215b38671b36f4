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
  [{}, 'Ann made the organization.'],
  [{ act: 'team.renamed', details: { name: 'Kettles' } }, 'Ann named the organization “Kettles”.'],
  [
    { act: 'member.changed', subject: 'Bob', details: { member: 2, role: 'editor', sites: 1 } },
    'Ann made Bob Editor, with 1 site.',
  ],
  [
    { act: 'member.changed', subject: 'Bob', details: { member: 2, role: 'admin', sites: null } },
    'Ann made Bob Admin, with all sites.',
  ],
  [
    { act: 'member.removed', subject: null, details: { member: 2, tokens: 2 } },
    'Ann removed somebody; 2 API tokens ended.',
  ],
  [{ act: 'member.left', details: { tokens: 0 } }, 'Ann left.'],
  [
    { act: 'member.joined', actor: null, details: { role: 'analyst' } },
    'Somebody who is no longer here joined as Analyst.',
  ],
  [
    { act: 'token.deleted', isByStaff: true, details: { name: 'Shop' } },
    'Our support, in the place of Ann, deleted the API token “Shop”.',
  ],
  [
    { act: 'site.handed_over', details: { site: 3, name: 'Shop', to: 'Kettles', tokens: 1 } },
    'Ann handed the site “Shop” over to “Kettles”; 1 API token ended.',
  ],
  [{ act: 'later.act' }, 'Ann did something that this version does not know: later.act.'],
])('%o is told as: %s', (changed, sentence) => {
  expect(describeEntry(entry(changed))).toBe(sentence)
})
