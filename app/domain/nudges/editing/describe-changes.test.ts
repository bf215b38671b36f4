import { expect, test } from 'vitest'
import { freshSettings } from '#app/contract/nudge-settings.ts'
import { describeChanges } from './describe-changes.ts'

const settings = freshSettings('Sales')
const timeZone = 'Europe/Amsterdam'

test('settings that say the same differ in nothing', () => {
  const same = { ...settings, query: { ago: 7 * 86_400 }, rules: { pages: [] } }

  expect(describeChanges('purchase', { before: settings, after: same, timeZone })).toEqual([])
})

test('each change is told with what was before and what is now, in the units that people type', () => {
  const after = {
    ...settings,
    name: 'Sold',
    query: { ago: 7200, countries: ['NL', 'BE'], rotateNudges: true },
    message: { title: '', text: '{product} was bought', one: '' },
    rules: {
      pages: [{ match: 'contains' as const, value: '/mugs' }],
      until: 1_800_000_000,
      hours: { days: [0, 1, 2, 5], from: '09:00', until: '17:00' },
    },
    placement: { selector: '#buy', where: 'before' as const },
    look: { theme: 'dark' as const, inlineBorder: false },
  }

  expect(describeChanges('purchase', { before: settings, after, timeZone })).toEqual([
    { what: 'Name', from: 'Sales', to: 'Sold' },
    { what: 'Look-back period', from: '7 d', to: '2 h' },
    { what: 'Visitor countries', from: 'nothing', to: 'NL, BE' },
    { what: 'Continue with the next item on each page', from: 'off', to: 'on' },
    { what: 'Message text', from: 'nothing', to: '{product} was bought' },
    { what: 'Included pages', from: 'nothing', to: 'contains /mugs' },
    { what: 'End', from: 'nothing', to: '2027-01-15 09:00 (Europe/Amsterdam)' },
    { what: 'Hours', from: 'at any time', to: 'Mon–Wed, Sat, 09:00–17:00' },
    { what: 'Placement', from: 'nothing', to: 'before #buy' },
    { what: 'Card', from: 'same as site', to: 'dark' },
    { what: 'Border', from: 'same as site', to: 'off' },
  ])
})

test('what was typed for a type is told, and what was taken away', () => {
  const before = {
    ...settings,
    content: { timeZone: 'UTC', holidays: ['2026-12-25'], transit: { NL: { min: 1, max: 2 } } },
  }
  const after = {
    ...settings,
    content: {
      timeZone: 'UTC',
      cutOffs: ['15:30', null, null, null, null, null, null],
      deliversOn: [true, false, false, false, false, true, false],
      transit: { NL: { min: 2, max: 2 } },
    },
  }

  expect(describeChanges('delivery_date', { before, after, timeZone })).toEqual([
    { what: 'Holidays', from: '2026-12-25', to: 'nothing' },
    { what: 'Transit time', from: 'NL 1–2', to: 'NL 2–2' },
    {
      what: 'Same-day cutoff',
      from: 'nothing',
      to: 'Mon 15:30, Tue –, Wed –, Thu –, Fri –, Sat –, Sun –',
    },
    { what: 'Delivery days', from: 'nothing', to: 'Mon, Sat' },
  ])
})
