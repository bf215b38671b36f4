/** Which of a person's equal payments goes with which of their equal orders: as many as possible have a partner. */

/** Shops date an order when it's placed or paid, services a payment when it's captured. */
export const mostApartMillis = 10 * 60_000

export type Sold = {
  id: string
  /** Unix time in milliseconds. */
  at: number
  /** Neither refunded nor canceled. */
  isLive: boolean
}

export type EqualSales = {
  /** With the order that each is matched with. Null: none. */
  payments: readonly (Sold & { order: string | null })[]
  orders: readonly Sold[]
}

/** Larger than all distances of a group together. */
const reversed = 1e9
/** Larger than all reversals of a group together. */
const newPair = 1e12

/** Sales of one group at a time, so that thousands of equal orders cost no more than each of them. */
const most = 60

/**
 * Pairs of which the two are at most ten minutes apart, as many as there can be. Who has a partner keeps one,
 * and the same one unless another pair is possible only without it. The chosen way is the one in which
 * most are neither refunded nor canceled, and after that the one in which they are nearest in time.
 *
 * Groups of more than 60 are cut by time, and where they are cut one can stay without a partner. A pair that is
 * divided stays one.
 *
 * @returns the new order of each payment that has another one than before, by its id
 */
export function assignPayments(sales: EqualSales): ReadonlyMap<string, string> {
  const inTime = [
    ...sales.payments.map((payment) => ({ at: payment.at, id: payment.id, payment, order: null })),
    ...sales.orders.map((order) => ({ at: order.at, id: order.id, payment: null, order })),
  ].toSorted((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1))
  const payers = new Map(
    sales.payments.flatMap(({ id, order }) => (order === null ? [] : [[order, id]])),
  )
  const changed = new Map<string, string>()
  for (let start = 0; start < inTime.length; start += most) {
    const some = inTime.slice(start, start + most)
    const payments = some.flatMap(({ payment }) => payment ?? [])
    const ids = new Set(payments.map(({ id }) => id))
    // An order of a payment beyond the cut isn't free.
    const isHere = ({ id }: Sold): boolean => {
      const payer = payers.get(id)
      return payer === undefined || ids.has(payer)
    }
    const orders = some.flatMap(({ order }) => (order && isHere(order) ? order : []))
    const assigned = assignSome({ payments, orders })
    for (const [payment, order] of assigned) changed.set(payment, order)
  }
  return changed
}

/** By the shortest augmenting path each time. */
function assignSome({ payments: all, orders: known }: EqualSales): Map<string, string> {
  const ids = new Set(known.map(({ id }) => id))
  // The partner of the others is further away, and stays theirs.
  const payments = all.filter(({ order }) => order === null || ids.has(order))
  const before = new Map(payments.flatMap(({ id, order }) => (order === null ? [] : [[id, order]])))
  const costOf = (payment: Sold, order: Sold): number => {
    if (before.get(payment.id) === order.id) return 0
    const apart = Math.abs(payment.at - order.at)
    if (apart > mostApartMillis) return Number.POSITIVE_INFINITY
    return newPair + reversed * (Number(!payment.isLive) + Number(!order.isLive)) + apart
  }
  const costs = payments.map((payment) => known.map((order) => costOf(payment, order)))
  const orderOf = payments.map(({ id }) => known.findIndex((order) => order.id === before.get(id)))
  const paymentOf = known.map((_order, place) => orderOf.indexOf(place))
  while (augment({ costs, orderOf, paymentOf }));
  return new Map(
    payments.flatMap(({ id }, place) => {
      const order = known[orderOf[place] ?? -1]
      return order && before.get(id) !== order.id ? [[id, order.id]] : []
    }),
  )
}

type Matching = {
  /** Each payment's with each order. */
  costs: readonly (readonly number[])[]
  /** The place of each payment's order. -1: none. */
  orderOf: number[]
  paymentOf: number[]
}

/** Adds the pair that costs least. Returns whether there was one. */
function augment(matching: Matching): boolean {
  const { toOrder, cameFrom } = shortest(matching)
  const { orderOf, paymentOf } = matching
  let end = -1
  for (const [order, cost] of toOrder.entries()) {
    const isFree = (paymentOf[order] ?? -1) < 0
    if (isFree && cost < (end < 0 ? Number.POSITIVE_INFINITY : (toOrder[end] ?? 0))) end = order
  }
  for (let order = end; order >= 0;) {
    const payment = cameFrom[order] ?? -1
    const next = orderOf[payment] ?? -1
    orderOf[payment] = order
    paymentOf[order] = payment
    order = next
  }
  return end >= 0
}

/** The cost of each order for the payments without one, and the payment before it on the way. */
function shortest(matching: Matching): { toOrder: number[]; cameFrom: number[] } {
  const { costs, orderOf, paymentOf } = matching
  const toPayment = orderOf.map((order) => (order < 0 ? 0 : Number.POSITIVE_INFINITY))
  const toOrder = paymentOf.map(() => Number.POSITIVE_INFINITY)
  const cameFrom = paymentOf.map(() => -1)
  const pairs = costs.flatMap((ofPayment, payment) =>
    ofPayment.flatMap((cost, order) =>
      cost < Number.POSITIVE_INFINITY ? [{ payment, order, cost }] : [],
    ),
  )
  for (let hasChanged = true; hasChanged;) {
    hasChanged = false
    for (const { payment, order, cost } of pairs) {
      const reached = (toPayment[payment] ?? 0) + cost
      if (orderOf[payment] === order || reached >= (toOrder[order] ?? 0)) continue
      toOrder[order] = reached
      cameFrom[order] = payment
      hasChanged = true
      const owner = paymentOf[order] ?? -1
      if (owner >= 0) toPayment[owner] = reached - (costs[owner]?.[order] ?? 0)
    }
  }
  return { toOrder, cameFrom }
}
