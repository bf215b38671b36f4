import { expect, test } from 'vitest'
import { freshSettings, type NudgeSettings } from '#app/contract/nudge-settings.ts'
import type { NudgeType } from '#app/contract/nudges.ts'
import { describeChanges } from './describe-changes.ts'

const settings = freshSettings('Sales')
const timeZone = 'Europe/Amsterdam'

const changesOf = (type: NudgeType, after: Partial<NudgeSettings>, before = settings) =>
  describeChanges(type, { before, after: { ...before, ...after }, timeZone }).map(
    ({ field, what, from, to }) => [field, what, from, to],
  )

test('settings that say the same differ in nothing', () => {
  const same = { query: { ago: 7 * 86_400 }, rules: { pages: [] } }

  expect(changesOf('purchase', same)).toEqual([])
})

test('message and data are named as the editor names them, facts by their names', () => {
  expect(
    changesOf('purchase', {
      name: 'Sold',
      message: { title: '{first_name|Someone}', text: '{product} in {place|}', one: '' },
      query: {
        ago: 7200,
        listSize: 5,
        countries: ['NL', 'BE'],
        integration: 'rest_api',
        rotateNudges: true,
        skipSeenNudges: true,
        persistentNudge: true,
        hideEmpty: false,
      },
    }),
  ).toEqual([
    ['message.title', 'Title', 'Our wording', '[First name or “Someone”]'],
    ['message.text', 'Text', 'Our wording', '[Product, required] in [Place]'],
    ['query.ago', 'Look-back period', '7 days', '2 hours'],
    ['query.listSize', 'How many items take turns', '10', '5'],
    ['query.countries', 'Visitor countries', 'All', 'NL, BE'],
    ['query.hideEmpty', 'Hide when a value is missing', 'On', 'Off'],
    ['query.integration', 'Source', 'Any source', 'REST API (your server)'],
    ['query.rotateNudges', 'Continue with the next item on each page', 'Off', 'On'],
    ['query.skipSeenNudges', 'Skip items already seen', 'Off', 'On'],
    ['query.persistentNudge', 'Stay until closed', 'Off', 'On'],
    ['name', 'Name', 'Sales', 'Sold'],
  ])
})

test('the look, of the site or of this nudge', () => {
  expect(
    changesOf('custom', {
      look: {
        layout: 'line',
        theme: 'auto',
        imagePosition: 'none',
        showNudgeTitle: true,
        inlineBorder: false,
        color: '#0b6e4f',
        position: 'top-right',
        mobilePosition: 'bottom-center',
      },
    }),
  ).toEqual([
    ['look.layout', 'Layout', 'Card', 'Compact line'],
    ['look.theme', 'Card', 'Same as site', 'Match page'],
    ['look.imagePosition', 'Image', 'Same as site', 'None'],
    ['look.showNudgeTitle', 'Title above the text', 'Same as site', 'Show'],
    ['look.inlineBorder', 'Card border', 'Same as site', 'Hide'],
    ['look.color', 'Brand color', 'Same as site', '#0b6e4f'],
    ['look.position', 'Position on desktop', 'Same as site', 'Top right'],
    ['look.mobilePosition', 'Position on phones', 'Same as site', 'Bottom center'],
  ])
})

test('where, when and to whom', () => {
  expect(
    changesOf('purchase', {
      placement: { selector: '#buy', where: 'before' },
      rules: {
        pages: [{ match: 'contains', value: '/mugs' }],
        notPages: [{ match: 'pattern', value: '/sale/*' }],
        kinds: ['product', 'home'],
        devices: ['mobile'],
        audience: 'new',
        from: 1_799_000_000,
        until: 1_800_000_000,
        hours: { days: [0, 1, 2, 5], from: '09:00', until: '17:00' },
      },
    }),
  ).toEqual([
    ['placement.selector', 'Placement', 'not set', 'Before the element: #buy'],
    ['rules.kinds', 'Page types', 'All', 'Home page, Product'],
    ['rules.pages', 'Only on pages where the path', 'none', 'contains /mugs'],
    ['rules.notPages', 'Not on pages where the path', 'none', 'matches pattern /sale/*'],
    ['rules.devices', 'Devices', 'All', 'Phones'],
    ['rules.audience', 'Visitors', 'All', 'New or unrecognized visitors'],
    ['rules.hours', 'Days and times', 'Any time', 'Mon–Wed, Sat, 9:00 AM – 5:00 PM'],
    ['rules.from', 'Start', 'not set', 'Jan 3, 2027, 7:13 PM (Europe/Amsterdam)'],
    ['rules.until', 'End', 'not set', 'Jan 15, 2027, 9:00 AM (Europe/Amsterdam)'],
  ])
})

test('numbers and ends of other types, in the labels of their type', () => {
  const query = { minimum: 3, maximum: 50, duration: 600, javascript: true }

  expect(changesOf('visitors', { query })).toEqual([
    ['query.minimum', 'Minimum other visitors', '5', '3'],
    ['query.maximum', 'Show “+” above this number', 'not set', '50'],
    ['query.duration', 'Time frame in minutes', 'not set', '10 minutes'],
    ['query.javascript', 'Use data from the page', 'Off', 'On'],
  ])
  expect(
    changesOf('discount', {
      query: { deadline: 1_800_000_000 },
      content: { amount: '10%', startsAt: 1_799_000_000, code: '' },
    }),
  ).toEqual([
    ['content.amount', 'Discount', 'not set', '10%'],
    ['content.startsAt', 'Starts', 'not set', 'Jan 3, 2027, 7:13 PM (Europe/Amsterdam)'],
    ['query.deadline', 'Offer ends', 'not set', 'Jan 15, 2027, 9:00 AM (Europe/Amsterdam)'],
  ])
})

test('a time zone is written without underscores', () => {
  const after = { ...settings, rules: { from: 1_800_000_000 } }
  const changed = { before: settings, after, timeZone: 'America/New_York' }

  expect(describeChanges('purchase', changed).map(({ to }) => to)).toEqual([
    'Jan 15, 2027, 3:00 AM (America/New York)',
  ])
})

test('a nudge’s content is named like its fields, a checkbox as on or off', () => {
  const content = { text: 'Made {left}', url: 'https://shop.example', tellsMessages: true }

  expect(changesOf('custom', { content })).toEqual([
    ['content.text', 'Text', 'not set', 'Made [left, required]'],
    ['content.url', 'Link URL', 'not set', 'https://shop.example'],
    ['content.tellsMessages', 'Rotate the messages from Data › Messages', 'not set', 'On'],
  ])
  expect(changesOf('stock_level', { content: { noRestockBefore: '2026-12-24' } })).toEqual([
    ['content.noRestockBefore', 'No restock before', 'not set', 'Dec 24, 2026'],
  ])
})

test('rows by day and country, and what was removed', () => {
  const before = {
    ...settings,
    content: { timeZone: 'UTC', holidays: ['2026-12-25'], transit: { NL: { min: 1, max: 2 } } },
  }
  const content = {
    timeZone: 'UTC',
    cutOffs: ['15:30', null, null, null, null, null, null],
    deliversOn: [true, false, false, false, false, true, false],
    transit: { NL: { min: 2, max: 2 }, '*': { min: 3, max: 5 } },
    holidaysUntil: '2027-01-31',
  }

  expect(changesOf('delivery_date', { content }, before)).toEqual([
    ['content.cutOffs', 'Same-day shipping cutoff', 'none', 'Mon 3:30 PM'],
    ['content.deliversOn', 'Delivery days', 'none', 'Mon, Sat'],
    ['content.transit', 'Transit time in business days', 'NL 1–2', 'NL 2, Other countries 3–5'],
    ['content.holidaysUntil', 'Holidays entered through', 'not set', 'Jan 31, 2027'],
    ['content.holidays', 'Holidays', 'Dec 25, 2026', 'none'],
  ])
  expect(
    changesOf('free_delivery', { content: { thresholds: { NL: 50 }, currency: 'EUR' } }),
  ).toEqual([
    ['content.thresholds', 'Free delivery threshold', 'none', 'NL 50'],
    ['content.currency', 'Currency', 'not set', 'EUR'],
  ])
})

test('for a long list only the different entries are named', () => {
  const days = ['2026-12-24', '2026-12-25', '2026-12-26', '2026-12-31', '2027-01-01']
  const listed = (holidays: string[]) => ({ content: { holidays } })
  const before = { ...settings, ...listed(days.slice(1)) }
  const holidaysOf = (holidays: string[]) =>
    changesOf('delivery_date', listed(holidays), before).map(([, , ...values]) => values)

  expect(holidaysOf(days)).toEqual([['4 entries', '5 entries: added Dec 24, 2026']])
  expect(holidaysOf(['2027-04-05', ...days.slice(2)])).toEqual([
    ['4 entries', '4 entries: added Apr 5, 2027, removed Dec 25, 2026'],
  ])
  expect(holidaysOf([])).toEqual([
    ['4 entries', 'none: removed Dec 25, 2026, Dec 26, 2026, Dec 31, 2026 and 1 more'],
  ])
  expect(holidaysOf(days.slice(1).reverse())).toEqual([['4 entries', '4 entries: another order']])
})

test('a long text begins shortly before its first difference', () => {
  const start = 'Our mugs are thrown, glazed and fired in a small workshop in the hills above '
  const textOf = (text: string) => ({ message: { title: '', text, one: '' } })
  const before = { ...settings, ...textOf(`${start}Utrecht`) }

  expect(changesOf('purchase', textOf(`${start}Arnhem`), before)).toEqual([
    ['message.text', 'Text', '…the hills above Utrecht', '…the hills above Arnhem'],
  ])
  expect(changesOf('purchase', textOf('x'.repeat(160)))).toEqual([
    ['message.text', 'Text', 'Our wording', `${'x'.repeat(71)}…`],
  ])
})
