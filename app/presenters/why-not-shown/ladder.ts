/**
 * Everything that has to hold for a nudge to be shown, in order: the first check that fails is the
 * one to mend. Safe in the browser.
 */
import type { Arm } from '#app/domain/allocation/assign-arm.ts'
import type { CardLayout } from '#app/contract/card-design.ts'
import type { NudgeRules } from '#app/contract/nudge-rules.ts'
import type { NotShownReason } from '#app/contract/pixel-events.ts'

type LadderFix = { label: string; to: string }

/** Why pages didn't show it in the last 24 hours. */
export type LadderReason = {
  reason: NotShownReason
  sentence: string
  fix: LadderFix | null
  times: number
}

export type LadderSubject = {
  uuid: string
  surface: 'popup' | 'inline'
  state: 'draft' | 'published' | 'paused'
  isArchived: boolean
  isSitePaused: boolean
  /** How many items it has now. */
  items: number
  /** Why there are none. */
  empty: string
  /** Required fields are missing. */
  isIncomplete: boolean
  /** As far as they differ from "everywhere, for everyone". */
  rules: Partial<NudgeRules>
  hasPlacement: boolean
  /** Absent: a card. */
  layout?: CardLayout | undefined
  /** Percent of visitors. */
  holdout: number
  /** The arm of the browser that asks, without consent on the shop. */
  arm: Arm
  plan: {
    isLimitReached: boolean
    /** Share of the plan's limit. Null: unlimited. */
    percent: number | null
  }
  /** Null for drafts, which pages don't know. */
  seen: { shown: number; reasons: readonly LadderReason[] } | null
}

const rungs = [
  ...(['on', 'data', 'page', 'device', 'place', 'room', 'pace', 'holdout', 'plan'] as const),
]
export type Rung = (typeof rungs)[number]

export type LadderStep = {
  rung: Rung
  /**
   * `warned`: visitors see it, but not each time. `failed`: at most one. `waiting`: can't be known
   * before the first one is mended.
   */
  status: 'met' | 'warned' | 'failed' | 'waiting'
  sentence: string
  fix: LadderFix | null
}

/** The check that each reason reported by pages fails. */
const rungOf: Record<NotShownReason, Rung> = {
  paused: 'on',
  no_data: 'data',
  below_minimum: 'data',
  stale: 'data',
  no_page_data: 'data',
  page_rule: 'page',
  checkout: 'page',
  consent: 'device',
  no_place: 'place',
  no_room: 'room',
  busy: 'room',
  capped: 'pace',
  seen: 'pace',
  holdout: 'holdout',
  plan_limit: 'plan',
}

type Check = Pick<LadderStep, 'sentence' | 'fix'> & { isMet: boolean }

export function buildLadder(subject: LadderSubject): LadderStep[] {
  const { seen, surface } = subject
  let hasFailed = false
  return rungs
    .filter((rung) => rung !== 'place' || surface === 'inline')
    .map((rung) => {
      const known = checks[rung](subject)
      const { isMet, sentence, fix } = (known.isMet && reportedAt(rung, seen)) || known
      const warning = isMet && warnings[rung]?.(subject)
      if (warning) return { rung, status: 'warned', ...warning }
      const hint = isMet && rung === 'holdout' && describeArm(subject)
      if (hint) return { rung, status: 'met', ...hint, fix: hasFailed ? null : hint.fix }
      if (isMet) return { rung, status: 'met', sentence, fix: null }
      const status = hasFailed ? 'waiting' : 'failed'
      hasFailed = true
      return { rung, status, sentence, fix: status === 'failed' ? fix : null }
    })
}

/** Pages that showed it at all prove that nothing is in its way. */
function reportedAt(rung: Rung, seen: LadderSubject['seen']): Check | null {
  if (!seen || seen.shown > 0) return null
  const [most] = seen.reasons
    .filter(({ reason, times }) => rungOf[reason] === rung && times > 0)
    .sort((one, other) => other.times - one.times)
  return most ? { isMet: false, sentence: most.sentence, fix: most.fix } : null
}

type Warning = Pick<Check, 'sentence' | 'fix'>

/** Checks that visitors reached often without seeing it, although others saw it; null: never, or always. */
const warnings: Partial<Record<Rung, (subject: LadderSubject) => Warning | null>> = {
  data: (subject) =>
    warn(subject, 'no_page_data', {
      passed: ['no_place', 'no_room', 'busy'],
      describe: (often, { sentence }) => `Page data was missing ${often}. ${sentence}`,
    }),
  place: (subject) =>
    warn(subject, 'no_place', {
      passed: ['no_room', 'busy'],
      describe: (often, { sentence }) => `Its placement was missing ${often}. ${sentence}`,
    }),
  room: (subject) =>
    warn(subject, 'no_room', {
      passed: ['busy'],
      describe: (often) => `No room ${often}. ${adviseRoom(subject)}`,
    }) ??
    warn(subject, 'busy', {
      passed: [],
      describe: (often, { sentence }) => `Visitors were busy ${often}. ${sentence}`,
    }),
}

const counts = new Intl.NumberFormat('en-US')

type Warned = {
  /** Reasons that only page views meet that hadn't this one. */
  passed: readonly NotShownReason[]
  describe: (often: string, held: LadderReason) => string
}

function warn(
  { seen }: LadderSubject,
  reason: NotShownReason,
  { passed, describe }: Warned,
): Warning | null {
  const timesOf = (wanted: NotShownReason) =>
    seen?.reasons.find((held) => held.reason === wanted)?.times ?? 0
  const held = seen?.reasons.find((one) => one.reason === reason)
  if (!seen || !held || held.times === 0) return null
  const tries = [seen.shown, held.times, ...passed.map(timesOf)].reduce((sum, one) => sum + one)
  const often = `${counts.format(held.times)} of ${counts.format(tries)} times in the last 24 hours`
  return { sentence: describe(often, held), fix: held.fix }
}

function adviseRoom({ surface, layout }: LadderSubject): string {
  if (surface === 'popup') {
    return layout === 'bar'
      ? 'A card needs less room than a bar.'
      : 'Another position may have room.'
  }
  return layout === 'line'
    ? 'Your theme can reserve room for it.'
    : 'The compact line needs less room.'
}

/**
 * Warns owners that they're in the holdout group, in which they see none of their nudges. Null without a
 * holdout group, or while the nudge isn't published.
 */
function describeArm({ seen, holdout, arm }: LadderSubject): Warning | null {
  if (seen === null || arm === 'none' || arm === 'paused') return null
  const unless = 'unless you’ve given consent on your shop.'
  return arm === 'holdout'
    ? {
        sentence: `${describeHoldout(holdout)} Your browser is one of them today, ${unless} “Open your shop” on Home always shows your nudges.`,
        fix: { label: 'Go to Home', to: '/' },
      }
    : {
        sentence: `${describeHoldout(holdout)} Your browser isn’t one of them today, ${unless}`,
        fix: null,
      }
}

const describeHoldout = (holdout: number) =>
  `${String(holdout)}% of visitors are in the holdout group and see no nudges.`

const met = (sentence: string): Check => ({ isMet: true, sentence, fix: null })
const failed = (sentence: string, fix: LadderFix | null = null): Check => ({
  isMet: false,
  sentence,
  fix,
})

const checks: Record<Rung, (subject: LadderSubject) => Check> = {
  on: ({ state, isArchived, isSitePaused }) => {
    if (isArchived) return failed('It’s archived.')
    if (state === 'paused') return failed('It’s turned off.')
    if (isSitePaused) {
      return failed('All nudges on your site are paused.', {
        label: 'Resume nudges',
        to: '/popup-nudges/list',
      })
    }
    return met(state === 'draft' ? 'Goes live when you publish it.' : 'It’s on.')
  },
  data: ({ uuid, items, empty, isIncomplete }) =>
    isIncomplete
      ? failed('Required fields are missing.', {
          label: 'Complete the fields',
          to: `/nudges/${uuid}?panel=message`,
        })
      : items > 0
        ? met(items === 1 ? '1 item to show.' : `${String(items)} items to show.`)
        : failed(empty, { label: 'Go to your data', to: '/data-feeds' }),
  page: ({ rules: { pages = [], notPages = [], kinds = [] } }) =>
    met(
      pages.length + notPages.length + kinds.length === 0
        ? 'Shows on every page except checkout.'
        : 'Shows on the pages that match your targeting.',
    ),
  device: ({ rules: { devices = [], audience = 'all' } }) => {
    const [device] = devices
    const who = { all: 'all visitors', new: 'new visitors', returning: 'returning visitors' }
    const on = { desktop: 'desktop only', mobile: 'phones only' }
    return met(
      devices.length === 1 && device
        ? `Shows to ${who[audience]}, on ${on[device]}.`
        : `Shows to ${who[audience]}, on all devices.`,
    )
  },
  place: ({ hasPlacement, uuid }) =>
    hasPlacement
      ? met('It has a placement.')
      : failed('It has no placement yet.', {
          label: 'Choose a placement',
          to: `/nudges/${uuid}?panel=where`,
        }),
  room: ({ surface, layout }) => {
    if (surface === 'popup')
      return met(
        'It avoids your page’s bars, buttons, links and fields. It waits while a dialog is open, and up to 10 seconds for an answer to a cookie bar.',
      )
    return met(
      layout === 'line'
        ? 'It may push your page down by up to two lines while the page loads. After that, it never moves what visitors read.'
        : 'It never moves what visitors read: it needs reserved room, or appears out of view.',
    )
  },
  pace: () => met('Within your frequency limits.'),
  holdout: ({ holdout }) =>
    met(holdout === 0 ? 'No holdout group: every visitor can see it.' : describeHoldout(holdout)),
  plan: ({ plan: { isLimitReached, percent } }) => {
    if (isLimitReached)
      return failed('You’ve reached your monthly plan limit. Nudges are paused until next month.')
    return met(
      percent === null ? 'Your plan has no limit.' : `${String(percent)}% of your plan limit used.`,
    )
  },
}
