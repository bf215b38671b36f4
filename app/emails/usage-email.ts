/** Informs an owner about plan usage, and what happens at the limit. */
import { findPlan } from '#app/domain/plans/catalog.ts'
import { exceptLifted } from '#app/domain/plans/except-lifted.ts'
import type { UsageNoticeData } from '#app/domain/plans/notices.server.ts'
import type { ScreenAddress } from '#app/domain/shops/screen-address.server.ts'
import { formatLongMoment, formatMonthOf } from '#app/lib/days/moment-text.ts'
import { dayOf } from '#app/lib/time.ts'
import type { EmailContent } from './render-email.server.tsx'

type Facts = Omit<UsageNoticeData, 'ownerEmail' | 'ownerId'> & {
  /** Some channels sell only plans. */
  canBuyBoosts: boolean
}

/** @param step 70, 90 or 100: the percentage that was reached */
export function usageEmail(facts: Facts, step: number, addressOf: ScreenAddress): EmailContent {
  const { meteredBy, teamId } = facts
  return {
    subject:
      step >= 100
        ? `Monthly ${meteredBy === 'visitors' ? 'visitor' : 'impression'} limit reached`
        : `You've used ${String(step)}% of this month's ${meteredBy}`,
    paragraphs: step >= 100 ? usedUp(facts) : partlyUsed(facts),
    action:
      step >= 100 && facts.canBuyBoosts
        ? {
            label: 'Buy a boost or upgrade',
            address: addressOf(`/settings/teams/${String(teamId)}/plan#/visitor-boosts`),
          }
        : {
            label: 'Compare plans',
            address: addressOf(`/settings/teams/${String(teamId)}/plan#/subscription`),
          },
    footer: `You’re receiving this because you own ${facts.teamName}.`,
    choices: addressOf('/account/notifications'),
  }
}

function partlyUsed(facts: Facts): string[] {
  const { meteredBy, percent } = facts
  return [
    `${facts.teamName} has used ${useOf(facts)} (${String(percent)}%).`,
    `At 100%, its nudges pause until usage resets on ${formatLongMoment(facts.renewsAt)}, or until you upgrade. ${noFurtherBill(meteredBy)}`,
  ]
}

function usedUp(facts: Facts): string[] {
  return [
    `${facts.teamName} has used ${useOf(facts)} (100%).`,
    `Its nudges are paused until usage resets on ${formatLongMoment(facts.renewsAt)}, or until you upgrade${exceptLifted(facts.siteBoosts)}. ${noFurtherBill(facts.meteredBy)}`,
  ]
}

/** `912 of the 1,000 visitors included in the Free plan in March 2026`. */
function useOf({ used, allowance, meteredBy, plan, boost, month }: Facts): string {
  const name = findPlan(plan)?.name ?? plan
  const allowed = boost
    ? `included in the ${name} plan plus a boost of ${countOf(boost.units)}`
    : `included in the ${name} plan`
  return `${countOf(used)} of the ${countOf(allowance ?? used)} ${meteredBy} ${allowed} in ${formatMonthOf(dayOf(month))}`
}

const noFurtherBill = (meteredBy: Facts['meteredBy']) =>
  `You’re never billed for ${meteredBy} beyond the limit.`

const numbers = new Intl.NumberFormat('en')
const countOf = (value: number) => numbers.format(value)
