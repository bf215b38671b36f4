/** Describes an effect on revenue in plain words. Safe in the browser. */
import { formatLift, siteGroups, type GroupLabels } from './effect-text.ts'
import type { RevenueEffect } from './read-revenue.server.ts'

type RevenueDescription = { answer: string; sentences: string[] }

/** @param revenue null: there are not enough orders yet */
export function describeRevenue(
  revenue: RevenueEffect | null,
  groups: GroupLabels = siteGroups,
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
  const answer = isConclusive
    ? `${groups.with}, visitors spend ${lift.value > 0 ? 'more' : 'less'}: about ${value}, somewhere between ${lower} and ${upper}`
    : `Revenue per visitor: no clear difference yet, ${value} so far, but it could be ${lower} to ${upper}`
  return { answer, sentences: [...describeMethod(revenue)] }
}

const lackOf = (count: number, group: string) =>
  count === 0
    ? []
    : [`${counts.format(count)} more ${count === 1 ? 'buyer' : 'buyers'} among ${group}`]

function describeMethod({ cap, currency, otherOrders }: RevenueEffect): string[] {
  const most = new Intl.NumberFormat('en', { style: 'currency', currency }).format(cap)
  return [
    `A visitor who spent more than ${most} counts with ${most}, so that one large order doesn’t decide the result. 99 of 100 earlier orders are at most that.`,
    'You can check this range as often as you like: it misses the true value in at most about 1 of 20 experiments.',
    ...(otherOrders === 0
      ? []
      : [
          `${otherOrders === 1 ? '1 order' : `${counts.format(otherOrders)} orders`} in other currencies ${otherOrders === 1 ? 'isn’t' : 'aren’t'} counted.`,
        ]),
  ]
}

const counts = new Intl.NumberFormat('en')
