/** Orders of a WooCommerce shop that change at random, and when the webhooks of each change arrive. */
import fc from 'fast-check'

/** An order as it is after one change. Moments are seconds since the shop was connected. */
export type OrderVersion = {
  id: number
  status: string
  createdAt: Date
  /** Null: it isn't paid yet. */
  paidAt: Date | null
  /** 0: before the shop was connected. */
  changedIn: number
  changedAt: Date
  /** None: the webhook is lost. Several: it's sent again. */
  deliveredIn: readonly number[]
  /** Without its customer and lines, as some plugins store it before they add the rest. */
  isBare: boolean
}

/** States that an order can get next. */
const nextStatuses: Readonly<Record<string, readonly string[]>> = {
  pending: ['processing', 'processing', 'cancelled', 'failed'],
  failed: ['processing'],
  processing: ['completed', 'refunded', 'cancelled'],
  completed: ['refunded', 'completed'],
  cancelled: ['processing'],
  refunded: [],
}

const paidStatuses = ['processing', 'completed']

const delay = fc.nat({ max: 8 })

const delays = fc.oneof(
  { weight: 1, arbitrary: fc.constant([]) },
  { weight: 7, arbitrary: fc.tuple(delay) },
  { weight: 2, arbitrary: fc.tuple(delay, delay) },
)

const lifeOf = (moments: number) =>
  fc.record({
    beginsIn: fc.oneof(
      { weight: 4, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: moments }) },
    ),
    first: fc.constantFrom('processing', 'processing', 'completed', 'pending', 'bare'),
    delays,
    changes: fc.array(
      fc.record({ after: fc.integer({ min: 1, max: 10 }), choice: fc.nat({ max: 11 }), delays }),
      { maxLength: 3 },
    ),
  })

const daySeconds = 86_400
const firstId = 10_000

type Wanted = {
  seed: number
  count: number
  /** The last moment of a change or delivery. */
  moments: number
  connectedAt: Date
}

/** The same for the same seed. Versions of an order follow each other by at least a second. */
export function changingOrders({ seed, count, moments, connectedAt }: Wanted): OrderVersion[] {
  const lives = fc.sample(lifeOf(moments), { numRuns: count, seed })
  const momentOf = (seconds: number) => new Date(connectedAt.getTime() + seconds * 1_000)
  return lives.flatMap((life, place): OrderVersion[] => {
    // The oldest first, over the fifty days before.
    const past = Math.floor(((count - place) * 50 * daySeconds) / count)
    const isBare = life.first === 'bare'
    const status = isBare ? 'processing' : life.first
    const createdAt = momentOf(life.beginsIn === 0 ? -past : life.beginsIn)
    const deliveries = (from: number, after: readonly number[]) =>
      after.map((later) => Math.min(from + later, moments))
    const versions: OrderVersion[] = [
      {
        id: firstId + place,
        status,
        createdAt,
        paidAt: paidStatuses.includes(status) ? createdAt : null,
        changedIn: life.beginsIn,
        changedAt: createdAt,
        deliveredIn: deliveries(life.beginsIn, life.delays),
        isBare,
      },
    ]
    for (const change of life.changes) {
      const before = versions.at(-1)
      const changedIn = (before?.changedIn ?? 0) + change.after
      if (!before || changedIn > moments) break
      const choices = before.isBare ? [before.status] : (nextStatuses[before.status] ?? [])
      const next = choices[change.choice % choices.length]
      if (next === undefined) break
      const changedAt = momentOf(changedIn)
      versions.push({
        ...before,
        status: next,
        paidAt: before.paidAt ?? (paidStatuses.includes(next) ? changedAt : null),
        changedIn,
        changedAt,
        deliveredIn: deliveries(changedIn, change.delays),
        isBare: false,
      })
    }
    return versions
  })
}

const gmt = (at: Date) => at.toISOString().slice(0, 19)

/** As the shop lists it, and as its webhooks have it. */
export const listedOrder = (version: OrderVersion) => ({
  id: version.id,
  status: version.status,
  currency: 'EUR',
  total: '24.50',
  date_created_gmt: gmt(version.createdAt),
  date_modified_gmt: gmt(version.changedAt),
  date_paid_gmt: version.paidAt === null ? null : gmt(version.paidAt),
  billing: version.isBare
    ? {}
    : {
        first_name: 'Emma',
        city: 'Utrecht',
        country: 'NL',
        email: `n${String(version.id)}@home.example`,
      },
  line_items: version.isBare ? [] : [{ name: 'Oak tray', product_id: 0, quantity: 1, price: 24.5 }],
})

/** The states of records. A version without one isn't reported. */
const recordStates: Readonly<Record<string, string>> = {
  processing: 'confirmed',
  completed: 'confirmed',
  refunded: 'refunded',
  cancelled: 'cancelled',
}

/** An order as its reports make it, in whatever order they arrived. */
export type ReportedOrder = {
  id: string
  state: string
  isShowable: boolean
  firstName: string | null
  productTitle: string | null
  /** When it was paid. Null: no report says so, and each has another moment. */
  paidAt: Date | null
}

/** @param reported versions that arrived by any way, of any orders @returns one for each order, by id */
export function mergedOrders(reported: Iterable<OrderVersion>): ReportedOrder[] {
  const byId = new Map<number, OrderVersion[]>()
  for (const version of reported) {
    if (!(version.status in recordStates)) continue
    byId.set(version.id, [...(byId.get(version.id) ?? []), version])
  }
  return [...byId.values()]
    .map((versions): ReportedOrder => {
      const sorted = versions.toSorted((one, other) => one.changedIn - other.changedIn)
      const last = sorted.at(-1)
      if (!last) throw new Error('An order has a version.')
      const state = recordStates[last.status] ?? ''
      const isDetailed = sorted.some(({ isBare }) => !isBare)
      return {
        id: String(last.id),
        state,
        isShowable: state === 'confirmed',
        firstName: isDetailed ? 'Emma' : null,
        productTitle: isDetailed ? 'Oak tray' : null,
        paidAt: sorted.find(({ status }) => paidStatuses.includes(status))?.paidAt ?? null,
      }
    })
    .toSorted((one, other) => Number(one.id) - Number(other.id))
}
