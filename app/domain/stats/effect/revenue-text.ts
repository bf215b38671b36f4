/** Describes an effect on revenue in plain words. Safe in the browser. */
import { siteGroups, type GroupLabels } from './effect-text.ts'
import { formatLift, looksSentences, type Looks } from './lift-text.ts'
import type { RevenueEffect } from './read-revenue.server.ts'

type RevenueDescription = { answer: string; sentences: string[] }

/** @param revenue null: there are not enough orders yet */
export function describeRevenue(
  revenue: RevenueEffect | null,
  groups: GroupLabels = siteGroups,
  looks: Looks = 'any',
): RevenueDescription {
  const none = 'Revenue per visitor: not enough data yet'
  if (revenue === null) {
    return {
      answer: none,
      sentences: ['This needs a goal that orders reach, and 100 orders with an amount.'],
    }
  }
  const { comparison } = revenue
  if (comparison.kind === 'not_enough_data') {
    const { shown, holdout } = comparison.missing
    const lacks = [...lackOf(shown, groups.shown), ...lackOf(holdout, groups.other)]
    return { answer: none, sentences: [`Needed before we can estimate: ${lacks.join(', ')}.`] }
  }
  const { lift, isConclusive } = comparison
  const [value, lower, upper] = [lift.value, lift.lower, lift.upper].map(formatLift)
  const method = describeMethod(revenue, looks)
  if (looks === 'one') {
    const answer = `Revenue per visitor: in this period ${value}, and it could be ${lower} to ${upper}`
    return { answer, sentences: method }
  }
  const answer = isConclusive
    ? `${groups.with}, visitors spend ${lift.value > 0 ? 'more' : 'less'}: about ${value}, somewhere between ${lower} and ${upper}`
    : `Revenue per visitor: no clear difference yet, ${value} so far, but it could be ${lower} to ${upper}`
  return { answer, sentences: method }
}

const lackOf = (count: number, group: string) =>
  count === 0
    ? []
    : [`${counts.format(count)} more ${count === 1 ? 'buyer' : 'buyers'} among ${group}`]

function describeMethod(
  { cap, capFrom, currency, otherOrders }: RevenueEffect,
  looks: Looks,
): string[] {
  const most = new Intl.NumberFormat('en', { style: 'currency', currency }).format(cap)
  return [
    `A visitor who spent more than ${most} counts with ${most}, so that one large order doesn’t decide the result. ${capFrom === 'earlier' ? '99 of 100 earlier orders' : '99 of the first 100 orders'} are at most that.`,
    'Orders that are canceled, refunded or held for approval don’t count.',
    looksSentences[looks],
    ...(otherOrders === 0
      ? []
      : [
          `${otherOrders === 1 ? '1 order' : `${counts.format(otherOrders)} orders`} in other currencies ${otherOrders === 1 ? 'isn’t' : 'aren’t'} counted.`,
        ]),
  ]
}

const counts = new Intl.NumberFormat('en')
