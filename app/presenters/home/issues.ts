/**
 * Issues that keep a site's nudges from being shown, and where to fix them. Safe in the browser.
 */
import { activityKinds, type ActivityKind } from '#app/contract/activities.ts'
import { readableOn } from '#app/domain/wording/color-contrast.ts'
import type { PaymentToMake } from '#app/domain/billing/stored/find-payment-to-make.server.ts'
import { findPlan } from '#app/domain/plans/catalog.ts'
import { formatCents } from '#app/lib/money.ts'
import { groupNudgeIssues, type HomeNudgeIssue } from './nudge-issues.ts'
import { dayMillis } from '#app/lib/time.ts'

export type HomeIssue = {
  sentence: string
  to: string
  action: string
  /** `stop`: something isn't shown because of it, or soon won't be. `note`: worth a look. */
  weight: 'stop' | 'note'
}

export type HomeState = {
  teamId: number
  siteUuid: string
  pixelSeenAt: Date | null
  now: Date
  /** The organization's payment to make. Null: nothing, or this person can't pay it. */
  payment: PaymentToMake | null
  /** Whole percent of the plan limit. Null: unlimited. */
  usedPercent: number | null
  /** The limit is reached, and a boost for only this site keeps its nudges on. */
  isLifted: boolean
  /** When the last activity arrived. Null: never. */
  lastReceivedAt: Date | null
  /** Connections whose access the service refuses. */
  lost: readonly { uuid: string; service: string }[]
  /** A published nudge shows activities. */
  showsActivities: boolean
  /** The color that the owner chose; null for the default color. */
  look: { color: string | null; theme: 'light' | 'dark' | 'auto' }
  gates: readonly GatedSetting[]
  nudges: readonly HomeNudgeIssue[]
  /** Activities that only a page reported, and that wait for the owner's approval. */
  waiting: Readonly<Record<ActivityKind, number>>
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
    ...findPayment(known),
    ...findMissingPixel(known),
    ...findUsedPlan(known),
    ...known.lost.map(describeLost),
    ...findStaleSource(known),
    ...groupNudgeIssues(known.nudges),
    ...findWaiting(known.waiting),
    ...known.gates.map(describeGate),
    ...findContrast(known.look),
  ]
  return issues.toSorted((one, other) => ranks[one.weight] - ranks[other.weight])
}

const ranks = { stop: 0, note: 1 } as const

function findPayment({ payment }: HomeState): HomeIssue[] {
  if (payment === null) return []
  const to = '/billing'
  if (payment.kind === 'switch') {
    const wanted = payment.planId === null ? 'another' : `the ${nameOf(payment.planId)}`
    const sentence = `Your switch to ${wanted} plan isn’t paid yet, so you’re still on ${nameOf(payment.currentPlanId)}.`
    return [{ sentence, to, action: 'Finish payment', weight: 'note' }]
  }
  const { kind, planId, cents, currency } = payment
  const amount = cents > 0 ? formatCents(cents, currency) : 'it'
  const plan = nameOf(planId)
  const sentences = {
    overdue: `Your last payment failed. Pay ${amount} to keep the ${plan} plan.`,
    canceled: `Your last payment failed. The ${plan} plan is canceled, and ${amount} is still open.`,
    ended: `Your ${plan} plan has ended, and ${amount} for it is still unpaid.`,
    paused: `Your ${plan} plan is paused.${cents > 0 ? ` ${amount} for it is still unpaid.` : ''}`,
  }
  const weight = kind === 'ended' ? 'note' : 'stop'
  const action = kind === 'paused' && cents === 0 ? 'View billing' : 'Pay now'
  return [{ sentence: sentences[kind], to, action, weight }]
}

const nameOf = (planId: string) => findPlan(planId)?.name ?? planId

function findMissingPixel({ pixelSeenAt, now, siteUuid }: HomeState): HomeIssue[] {
  if (pixelSeenAt === null || now.getTime() - pixelSeenAt.getTime() <= dayMillis) return []
  const sentence = 'We haven’t heard from your pixel for more than 24 hours.'
  const to = `/pixel/${siteUuid}?part=check`
  return [{ sentence, to, action: 'Check pixel', weight: 'stop' }]
}

function findUsedPlan({ usedPercent, isLifted, teamId }: HomeState): HomeIssue[] {
  if (usedPercent === null || usedPercent < nearPercent) return []
  const reached = `You’ve reached your monthly plan limit. Nudges ${
    isLifted ? 'on this site continue with its own boost' : 'are paused until next month'
  }.`
  return [
    {
      sentence:
        usedPercent < 100
          ? `You’ve used ${String(usedPercent)}% of your monthly plan limit. Nudges pause at 100%.`
          : reached,
      to: `/settings/teams/${String(teamId)}/plan`,
      action: 'View usage',
      weight: usedPercent >= 100 && !isLifted ? 'stop' : 'note',
    },
  ]
}

const describeLost = ({ uuid, service }: HomeState['lost'][number]): HomeIssue => ({
  sentence: `${service} no longer accepts our access, so nothing new arrives from it.`,
  to: `/integrations/connections/${uuid}`,
  action: `Reconnect ${service}`,
  weight: 'stop',
})

function findStaleSource({ lastReceivedAt, showsActivities, now }: HomeState): HomeIssue[] {
  if (lastReceivedAt === null || !showsActivities) return []
  const days = Math.floor((now.getTime() - lastReceivedAt.getTime()) / dayMillis)
  if (days < staleDays) return []
  const sentence = `Your shop hasn’t sent anything for ${String(days)} days. Nudges only show recent activity.`
  return [{ sentence, to: '/data-feeds', action: 'Review data', weight: 'stop' }]
}

/** From here on they are no longer counted one by one. */
export const mostWaiting = 100

function findWaiting(waiting: HomeState['waiting']): HomeIssue[] {
  return activityKinds.flatMap((kind) => {
    const count = waiting[kind]
    if (count === 0) return []
    const { path, one, many } = waitingWords[kind]
    const some = count >= mostWaiting ? `${String(mostWaiting)} or more` : String(count)
    const sentence =
      count === 1 ? `1 ${one} needs your approval.` : `${some} ${many} need your approval.`
    return [{ sentence, to: `${path}?state=waiting`, action: 'Review', weight: 'note' }]
  })
}

const waitingWords = {
  purchase: { path: '/data-feeds', one: 'purchase', many: 'purchases' },
  signup: { path: '/data-feeds/signups', one: 'sign-up', many: 'sign-ups' },
  review: { path: '/data-feeds/reviews', one: 'review', many: 'reviews' },
} as const satisfies Record<ActivityKind, { path: string; one: string; many: string }>

function describeGate({ of, plan }: GatedSetting): HomeIssue {
  const from = plan === '' ? 'a higher plan' : `the ${plan} plan or higher`
  return of === 'branding'
    ? {
        sentence: `You turned off the “Powered by” link, but your plan still includes it. Removing it needs ${from}.`,
        to: '/site-settings/look',
        action: 'Review appearance',
        weight: 'note',
      }
    : {
        sentence: `“Skip items already seen” is on, but your plan doesn’t include it. It needs ${from}.`,
        to: '/popup-nudges/list',
        action: 'Review nudges',
        weight: 'note',
      }
}

function findContrast({ color, theme }: HomeState['look']): HomeIssue[] {
  if (color === null) return []
  const { card, contrast, isKept } = readableOn(theme === 'dark' ? 'dark' : 'light', color)
  if (isKept) return []
  const sentence = `Your color ${color} is hard to read on a ${card} card (contrast ${String(contrast)}:1), so we use a darker or lighter shade.`
  return [{ sentence, to: '/site-settings/look', action: 'Change color', weight: 'note' }]
}
