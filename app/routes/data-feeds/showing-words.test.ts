import { expect, test } from 'vitest'
import type { WithheldReason } from '#app/domain/activities/activity-state.ts'
import type { Showing } from '#app/presenters/activity-feed/showing.ts'
import { describeState } from './activity-badge.tsx'
import { describeShowing } from './showing-words.ts'

const nudge = { uuid: 'n-1', name: 'Recent purchase' }
const at = new Date('2026-03-02T12:00:00Z')
const describe = (
  showing: Showing,
  rule: string | null = null,
  withheld: WithheldReason | null = null,
) =>
  describeShowing(showing, {
    labels: { many: 'purchases' },
    rule,
    withheld,
    occurredAt: at,
  })

test('the sentence names the nudge and leads to it', () => {
  expect(describe({ kind: 'shown', nudge, until: at })).toEqual({
    sentence:
      'Visitors can see it now in “Recent purchase”, until Mar 2, 2026, 12:00 PM UTC at the latest.',
    way: { to: '/nudges/n-1', label: 'Edit nudge' },
  })
  expect(describe({ kind: 'newer', nudge, listSize: 10 })).toMatchObject({
    sentence: 'Visitors no longer see it, because “Recent purchase” shows the 10 newest purchases.',
    way: { to: '/nudges/n-1' },
  })
})

test('an exclusion leads to the exclusions, a manual decision to the button beside it', () => {
  expect(describe({ kind: 'hidden' }, 'product “Kettle”').way?.to).toBe('/data-feeds/exclusions')
  expect(describe({ kind: 'hidden' }).way).toBeUndefined()
})

test('each reason has one sentence, and a way unless there is none', () => {
  const reasons: Showing[] = [
    ...(
      ['paused', 'no_nudge', 'no_place', 'waiting', 'unsigned', 'withheld', 'old', 'ahead'] as const
    ).map((kind) => ({ kind })),
    ...(['counted', 'other_source', 'no_text'] as const).map((kind) => ({
      kind,
      nudge,
    })),
    { kind: 'few_stars', nudge, stars: 4 },
  ]
  const texts = reasons.map((showing) => describe(showing))

  expect(new Set(texts.map(({ sentence }) => sentence)).size).toBe(reasons.length)
  expect(reasons.filter((_one, place) => !texts[place]?.way).map(({ kind }) => kind)).toEqual([
    'waiting',
    'withheld',
    'ahead',
  ])
})

test('a review that a plan’s reviews don’t reach doesn’t read as deleted at its source', () => {
  const { sentence, way } = describe({ kind: 'unreached' })
  expect(sentence).toContain('Your plan includes each source’s newest reviews')
  expect(way?.to).toBe('/integrations')
  const [unreached, unlisted] = (['unreached', 'unlisted'] as const).map((state) =>
    describeState({ state, rule: null, withheld: null }, true),
  )
  expect(unlisted).toBe('Its source no longer lists it')
  expect(unreached).toBe('We haven’t found it at its source lately')
})

test('an excluded activity names its true reason, in the list and on its screen', () => {
  const reasons: WithheldReason[] = ['test', 'free', 'canceled', 'refunded', 'buyer']
  const sentences = reasons.map((reason) => describe({ kind: 'withheld' }, null, reason).sentence)

  expect(sentences[2]).toBe(
    'Visitors don’t see it, because it was canceled. This can’t be changed.',
  )
  expect(new Set(sentences).size).toBe(reasons.length)
  const row = (withheld: WithheldReason | null) =>
    describeState({ state: 'withheld', rule: null, withheld }, true)
  expect(reasons.map(row)).toEqual([
    'Test order',
    'Free order',
    'Canceled',
    'Refunded',
    'Customer of an order',
  ])
  expect(row(null)).toBe('Test order, free order or canceled')
})
