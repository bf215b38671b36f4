import { expect, test } from 'vitest'
import { notShownReasons, type NotShownReason } from '#app/contract/pixel-events.ts'
import { buildLadder, type LadderSubject } from './ladder.ts'

const subject: LadderSubject = {
  uuid: 'one',
  surface: 'inline',
  state: 'published',
  isArchived: false,
  isSitePaused: false,
  items: 3,
  empty: 'No data to show.',
  isIncomplete: false,
  rules: {},
  hasPlacement: true,
  holdout: 10,
  arm: 'shown',
  plan: { isLimitReached: false, percent: 45 },
  seen: { shown: 0, reasons: [] },
}

const statusOf = (changed: Partial<LadderSubject>) => {
  const steps = buildLadder({ ...subject, ...changed })
  return steps.map(({ rung, status }) => (status === 'met' ? rung : `${rung} ${status}`))
}
const failedOf = (changed: Partial<LadderSubject>) =>
  buildLadder({ ...subject, ...changed }).filter(({ status }) => status === 'failed')

const seenFor = (...reported: [NotShownReason, number][]) => ({
  shown: 0,
  reasons: reported.map(([reason, times]) => ({
    reason,
    times,
    sentence: `because of ${reason}`,
    fix: { label: 'Fix', to: `/${reason}` },
  })),
})

test('every check is listed in order, with the holdout group and the plan', () => {
  expect(statusOf({})).toEqual([
    ...['on', 'data', 'page', 'device', 'place', 'room', 'pace', 'holdout', 'plan'],
  ])
  expect(statusOf({ surface: 'popup' })).not.toContain('place')
  const sentences = buildLadder(subject).map(({ sentence }) => sentence)
  expect(sentences.join(' ')).toContain(
    '10% of visitors are in the holdout group and see no nudges.',
  )
  expect(sentences).toContain('45% of your plan limit used.')
})

test('only the first failed check offers a fix, and later checks wait', () => {
  const changed = {
    items: 0,
    hasPlacement: false,
    plan: { isLimitReached: true, percent: 100 },
  }

  expect(statusOf(changed)).toEqual([
    ...['on', 'data failed', 'page', 'device', 'place waiting', 'room', 'pace', 'holdout'],
    'plan waiting',
  ])
  expect(buildLadder({ ...subject, ...changed }).filter(({ fix }) => fix)).toHaveLength(1)
})

test.each(notShownReasons)('the reported reason %s fails one check, with a fix', (reason) => {
  expect(failedOf({ seen: seenFor([reason, 4]) })).toEqual([
    expect.objectContaining({
      sentence: `because of ${reason}`,
      fix: { label: 'Fix', to: `/${reason}` },
    }),
  ])
})

test('the most frequent reason of a check is named, and none once the nudge was shown', () => {
  const seen = seenFor(['seen', 1], ['capped', 7])

  expect(failedOf({ seen })[0]?.sentence).toBe('because of capped')
  expect(failedOf({ seen: { ...seen, shown: 1 } })).toEqual([])
})

test('a draft is checked by the same ladder before pages know it', () => {
  expect(failedOf({ state: 'draft', seen: null })).toEqual([])
  expect(failedOf({ state: 'draft', seen: null, hasPlacement: false })[0]).toMatchObject({
    rung: 'place',
    fix: { to: '/nudges/one?panel=where' },
  })
})

test.each([
  [{ isArchived: true }, 'It’s archived.'],
  [{ state: 'paused' as const }, 'It’s turned off.'],
  [{ isSitePaused: true }, 'All nudges on your site are paused.'],
])('%j is not on', (changed, sentence) => {
  expect(failedOf(changed)[0]).toMatchObject({ rung: 'on', sentence })
})

test.each([
  [{}, 'The compact line needs less room.'],
  [{ layout: 'line' as const }, 'Your theme can reserve room for it.'],
  [{ surface: 'popup' as const }, 'Another position may have room.'],
  [{ surface: 'popup' as const, layout: 'bar' as const }, 'A card needs less room than a bar.'],
])('%j that had no room for some visitors says how often, and what helps', (changed, advice) => {
  const seen = { ...seenFor(['no_room', 3], ['seen', 20]), shown: 9 }
  const steps = buildLadder({ ...subject, ...changed, seen })

  expect(steps.find(({ rung }) => rung === 'room')).toEqual({
    rung: 'room',
    status: 'warned',
    sentence: `No room 3 of 12 times in the last 24 hours. ${advice}`,
    fix: { label: 'Fix', to: '/no_room' },
  })
  expect(steps.filter(({ status }) => status !== 'met')).toHaveLength(1)
})

test('a placement that some visitors’ pages lack warns, with its share of what was tried', () => {
  const seen = { ...seenFor(['no_place', 1_200], ['no_room', 8], ['seen', 70]), shown: 20 }
  const steps = buildLadder({ ...subject, seen })

  expect(steps.find(({ rung }) => rung === 'place')).toEqual({
    rung: 'place',
    status: 'warned',
    sentence:
      'Its placement was missing 1,200 of 1,228 times in the last 24 hours. because of no_place',
    fix: { label: 'Fix', to: '/no_place' },
  })
  expect(steps.find(({ rung }) => rung === 'room')).toMatchObject({
    status: 'warned',
    sentence: expect.stringContaining('No room 8 of 28 times') as string,
  })
})

test('page data that some pages lack warns, and a popup has no placement to miss', () => {
  const seen = { ...seenFor(['no_page_data', 12], ['no_place', 5]), shown: 23 }
  const statusBy = (surface: 'popup' | 'inline') =>
    buildLadder({ ...subject, surface, seen }).filter(({ status }) => status !== 'met')

  expect(statusBy('inline').map(({ rung }) => rung)).toEqual(['data', 'place'])
  expect(statusBy('popup')).toEqual([
    {
      rung: 'data',
      status: 'warned',
      sentence:
        'Page data was missing 12 of 40 times in the last 24 hours. because of no_page_data',
      fix: { label: 'Fix', to: '/no_page_data' },
    },
  ])
})

test('a cookie bar that visitors leave open warns, unless room was missing as well', () => {
  const roomOf = (...reported: [NotShownReason, number][]) =>
    buildLadder({
      ...subject,
      surface: 'popup',
      seen: { ...seenFor(...reported), shown: 10 },
    }).find(({ rung }) => rung === 'room')

  expect(roomOf(['busy', 30])).toEqual({
    rung: 'room',
    status: 'warned',
    sentence: 'Visitors were busy 30 of 40 times in the last 24 hours. because of busy',
    fix: { label: 'Fix', to: '/busy' },
  })
  expect(roomOf(['busy', 30], ['no_room', 5])?.sentence).toContain('No room 5 of 45 times')
})

test('targeting, frequency and minimums warn of nothing, since the owner asked for them', () => {
  const seen = { ...seenFor(['page_rule', 50], ['capped', 50], ['below_minimum', 50]), shown: 1 }
  const steps = buildLadder({ ...subject, seen })

  expect(steps.every(({ status }) => status === 'met')).toBe(true)
})

test.each([
  [
    { surface: 'popup' as const },
    'It avoids your page’s bars, buttons, links and fields. It waits while a dialog is open, and up to 10 seconds for an answer to a cookie bar.',
  ],
  [{}, 'It never moves what visitors read: it needs reserved room, or appears out of view.'],
  [
    { layout: 'line' as const },
    'It may push your page down by up to two lines while the page loads. After that, it never moves what visitors read.',
  ],
])('%j says what it may move', (changed, sentence) => {
  const steps = buildLadder({ ...subject, ...changed })

  expect(steps.find(({ rung }) => rung === 'room')).toMatchObject({ status: 'met', sentence })
})

const seenBy = 'of visitors are in the holdout group and see no nudges.'

test.each([
  [0, 'although none saw it'],
  [40, 'and others saw it'],
])(
  'an owner in the holdout group reads it, with a way to see it, after %i impressions',
  (shown) => {
    const stepOf = (changed: Partial<LadderSubject>) =>
      buildLadder({ ...subject, seen: { shown, reasons: [] }, ...changed }).find(
        ({ rung }) => rung === 'holdout',
      )

    expect(stepOf({ arm: 'holdout' })).toEqual({
      rung: 'holdout',
      status: 'met',
      sentence: `10% ${seenBy} Your browser is one of them today, unless you’ve given consent on your shop. “Open your shop” on Home always shows your nudges.`,
      fix: { label: 'Go to Home', to: '/' },
    })
    expect(stepOf({ arm: 'shown' })).toEqual({
      rung: 'holdout',
      status: 'met',
      sentence: `10% ${seenBy} Your browser isn’t one of them today, unless you’ve given consent on your shop.`,
      fix: null,
    })
    // An earlier check has the one fix.
    expect(stepOf({ arm: 'holdout', items: 0 })).toMatchObject({ fix: null })
  },
)

test('a draft and a site without a holdout group say nothing about the owner’s browser', () => {
  const stepOf = (changed: Partial<LadderSubject>) =>
    buildLadder({ ...subject, ...changed }).find(({ rung }) => rung === 'holdout')

  expect(stepOf({ state: 'draft', seen: null, arm: 'holdout' })).toMatchObject({
    sentence: `10% ${seenBy}`,
    fix: null,
  })
  expect(stepOf({ holdout: 0, arm: 'none' })).toMatchObject({
    sentence: 'No holdout group: every visitor can see it.',
    fix: null,
  })
})

test('missing fields come before missing data', () => {
  expect(failedOf({ items: 0, isIncomplete: true })[0]).toMatchObject({
    sentence: 'Required fields are missing.',
    fix: { to: '/nudges/one?panel=message' },
  })
  expect(failedOf({ items: 0 })[0]?.sentence).toBe('No data to show.')
})

test('targeting is summed up', () => {
  const sentences = buildLadder({
    ...subject,
    rules: { kinds: ['product'], devices: ['mobile'], audience: 'returning' },
  }).map(({ sentence }) => sentence)

  expect(sentences).toContain('Shows on the pages that match your targeting.')
  expect(sentences).toContain('Shows to returning visitors, on phones only.')
})
