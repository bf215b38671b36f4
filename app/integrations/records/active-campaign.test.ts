/** Sign-ups of a list that is read, and not delivered: the owner's imports are none. */
import { expect, test } from 'vitest'
import payload from '#tests/payloads/services/active_campaign.json' with { type: 'json' }
import { contact, formRecord } from './active-campaign.ts'

const from = new Date('2026-01-01T00:00:00Z')

const recordOf = (change: Record<string, unknown>) => {
  const contactLists = payload.contact.contactLists.map((one) =>
    one.list === '4' ? { ...one, ...change } : one,
  )
  return formRecord(contact.parse({ ...payload.contact, contactLists }), '4', from)
}

test('a person who subscribed through a form is the sign-up that a webhook reports', () => {
  expect(recordOf({})).toMatchObject({ id: 'activecampaign-118', state: 'confirmed' })
  expect(recordOf({ status: '2' })).toMatchObject({ state: 'cancelled' })
})

test.each([
  [{ udate: null }, '2026-03-02T09:50:00.000Z'],
  [{ udate: '2026-05-01T03:50:00-06:00' }, '2026-05-01T09:50:00.000Z'],
  // Who comes back has a new moment of the sign-up.
  [
    { udate: '2026-05-01T03:50:00-06:00', sdate: '2026-06-01T03:50:00-06:00' },
    '2026-06-01T09:50:00.000Z',
  ],
])('with %j, the state is as of %s', (change, asOf) => {
  expect(recordOf(change)).toMatchObject({ as_of: asOf })
})

test('a contact that changed later is as of then, so who comes back is shown again', () => {
  const read = contact.parse({
    ...payload.contact,
    contact: { ...payload.contact.contact, udate: '2026-07-01T03:50:00-06:00' },
  })

  expect(formRecord(read, '4', from)).toMatchObject({ as_of: '2026-07-01T09:50:00.000Z' })
})

test.each([
  ['an import', { form: null }],
  ['another program', { form: '0' }],
  ['a person who hasn’t confirmed', { status: '0' }],
  ['a person without a time', { sdate: null }],
  ['a person of long ago', { sdate: '2025-12-31T03:50:00-06:00' }],
])('%s is no sign-up', (_name, change) => {
  expect(recordOf(change)).toBeNull()
})
