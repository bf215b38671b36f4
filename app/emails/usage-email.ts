/** Informs an owner about plan usage, and what happens at the limit. */
import { findPlan } from '#app/domain/plans/catalog.ts'
import type { UsageNoticeData } from '#app/domain/plans/notices.server.ts'
import { productName } from '#app/lib/product.ts'
import type { EmailContent } from './render-email.server.tsx'

type Facts = Omit<UsageNoticeData, 'ownerEmail' | 'ownerId'>

/** @param step 70, 90 or 100: the percentage that was reached */
export function usageEmail(facts: Facts, step: number, appUrl: string): EmailContent {
  const { meteredBy } = facts
  return {
    subject:
      step >= 100
        ? `${productName}: this month's ${meteredBy} are used up`
        : `${productName}: ${String(step)}% of this month's ${meteredBy} are used`,
    paragraphs: step >= 100 ? usedUp(facts) : partlyUsed(facts),
    action: { label: 'See usage and plans', address: `${appUrl}/billing` },
    footer: 'You get this mail because you own the organization.',
    choices: `${appUrl}/account/notifications`,
  }
}

function partlyUsed(facts: Facts): string[] {
  const { meteredBy, percent } = facts
  return [
    `${facts.teamName} has used ${useOf(facts)} (${String(percent)}%).`,
    `At 100% its nudges pause until ${dateOf(facts.renewsAt)}, 00:00 UTC, when a new month begins, or until the plan is raised. ${noFurtherBill(meteredBy)}`,
  ]
}

function usedUp(facts: Facts): string[] {
  return [
    `${facts.teamName} has used ${useOf(facts)} (100%).`,
    `Its nudges are paused until ${dateOf(facts.renewsAt)}, 00:00 UTC, when a new month begins, or until the plan is raised. ${noFurtherBill(facts.meteredBy)}`,
  ]
}

/** `912 of the 1,000 visitors that the plan Free allows in March 2026`. */
function useOf({ used, allowance, meteredBy, plan, boost, month }: Facts): string {
  const name = findPlan(plan)?.name ?? plan
  const allowed = boost
    ? `that the plan ${name} and a boost of ${countOf(boost.units)} allow`
    : `that the plan ${name} allows`
  return `${countOf(used)} of the ${countOf(allowance ?? used)} ${meteredBy} ${allowed} in ${monthName(month)}`
}

const noFurtherBill = (meteredBy: Facts['meteredBy']) =>
  `${meteredBy === 'visitors' ? 'Visitors' : 'Impressions'} beyond the limit are never billed.`

const numbers = new Intl.NumberFormat('en')
const countOf = (value: number) => numbers.format(value)

const inUtc = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' })
const dates = inUtc({ day: 'numeric', month: 'long', year: 'numeric' })
const dateOf = (at: Date) => dates.format(at)
const months = inUtc({ month: 'long', year: 'numeric' })
const monthName = (at: Date) => months.format(at)
