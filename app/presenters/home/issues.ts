/**
 * Issues that keep a site's nudges from being shown, and where to fix them. Safe in the browser.
 */
import { readableOn } from '#app/domain/wording/color-contrast.ts'
import { groupNudgeIssues, type HomeNudgeIssue } from './nudge-issues.ts'
import { dayMillis } from '#app/lib/time.ts'

export type HomeIssue = {
  sentence: string
  to: string
  action: string
  /** `stop`: something isn't shown because of it. `note`: worth a look. */
  weight: 'stop' | 'note'
}

export type HomeState = {
  siteUuid: string
  pixelSeenAt: Date | null
  now: Date
  /** Whole percent of the plan limit. Null: unlimited. */
  usedPercent: number | null
  /** When the last activity arrived. Null: never. */
  lastReceivedAt: Date | null
  /** A published nudge shows activities. */
  showsActivities: boolean
  /** The color that the owner chose; null for the default color. */
  look: { color: string | null; theme: 'light' | 'dark' | 'auto' }
  gates: readonly GatedSetting[]
  nudges: readonly HomeNudgeIssue[]
}

/** Something that is turned on but not included in the plan. */
export type GatedSetting = {
  of: 'branding' | 'skipSeenNudges'
  /** Name of the plan that includes it; may be empty. */
  plan: string
}

/** The same as the first email about it. */
const nearPercent = 70
/** The default look-back period of the purchase nudge. */
const staleDays = 7

/** Most serious first. */
export function findHomeIssues(known: HomeState): HomeIssue[] {
  const issues = [
    ...findMissingPixel(known),
    ...findUsedPlan(known),
    ...findStaleSource(known),
    ...groupNudgeIssues(known.nudges),
    ...known.gates.map(describeGate),
    ...findContrast(known.look),
  ]
  return issues.toSorted((one, other) => ranks[one.weight] - ranks[other.weight])
}

const ranks = { stop: 0, note: 1 } as const

function findMissingPixel({ pixelSeenAt, now, siteUuid }: HomeState): HomeIssue[] {
  if (pixelSeenAt === null || now.getTime() - pixelSeenAt.getTime() <= dayMillis) return []
  const sentence = 'No page of your site has reported for more than a day.'
  return [{ sentence, to: `/pixel/${siteUuid}`, action: 'Check the pixel', weight: 'stop' }]
}

function findUsedPlan({ usedPercent }: HomeState): HomeIssue[] {
  if (usedPercent === null || usedPercent < nearPercent) return []
  const isUsedUp = usedPercent >= 100
  return [
    {
      sentence: isUsedUp
        ? 'This month’s plan is used up: nudges pause until the next month.'
        : `${String(usedPercent)}% of this month’s plan is used. Nudges pause when all of it is.`,
      to: '/statistics/meter',
      action: 'See the meter',
      weight: isUsedUp ? 'stop' : 'note',
    },
  ]
}

function findStaleSource({ lastReceivedAt, showsActivities, now }: HomeState): HomeIssue[] {
  if (lastReceivedAt === null || !showsActivities) return []
  const days = Math.floor((now.getTime() - lastReceivedAt.getTime()) / dayMillis)
  if (days < staleDays) return []
  const sentence = `Your shop has sent nothing for ${String(days)} days, and nudges tell only what is fresh.`
  return [{ sentence, to: '/data-feeds', action: 'Look at the data feeds', weight: 'stop' }]
}

function describeGate({ of, plan }: GatedSetting): HomeIssue {
  const from = plan === '' ? 'another plan' : `the plan ${plan} on`
  return of === 'branding'
    ? {
        sentence: `The link to us is switched off and still stands on your nudges: leaving it out is part of ${from}.`,
        to: '/site-settings/look',
        action: 'See the look',
        weight: 'note',
      }
    : {
        sentence: `Leaving out what a visitor has seen is switched on and not done: it is part of ${from}.`,
        to: '/popup-nudges/list',
        action: 'See your nudges',
        weight: 'note',
      }
}

function findContrast({ color, theme }: HomeState['look']): HomeIssue[] {
  if (color === null) return []
  const { card, contrast, isKept } = readableOn(theme === 'dark' ? 'dark' : 'light', color)
  if (isKept) return []
  const sentence = `Your colour ${color} is hard to read on a ${card} card (${String(contrast)} to 1), so another shade of it is drawn.`
  return [{ sentence, to: '/site-settings/look', action: 'Choose a colour', weight: 'note' }]
}
