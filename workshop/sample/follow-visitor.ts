/** A visitor's acts on pages with the nudges that the product serves: events as the pixel reports them. */
import type { ActivityInput } from '#app/contract/activities.ts'
import type { OrderEvent, StoredPixelEvent } from '#app/contract/pixel-events.ts'
import type { PixelNudge } from '#app/contract/pixel.ts'
import { assignArm } from '#app/domain/allocation/assign-arm.ts'
import { assignVariant, type Variant } from '#app/domain/allocation/assign-variant.ts'
import { orderRowsOf, rowsOf, type EventContext } from '#app/domain/events/event-rows.ts'
import type { EventRow } from '#app/domain/events/store-events.server.ts'
import type { KnownSite } from '#app/domain/sites/known-site.server.ts'
import { demoCurrency } from '../shop/catalog.ts'
import type { PlannedVisitor } from './plan-visitors.ts'

/** How often visitors do something, and how much more often with nudges. */
const chances = {
  hovers: 0.22,
  clicks: 0.07,
  closes: 0.06,
  adds: 0.17,
  orders: 0.36,
  signsUp: 0.025,
}
const effect = 1.15

export type SeenSite = {
  known: KnownSite
  /** The payload's, in which each item has its claim. */
  nudges: readonly PixelNudge[]
  /** The nudge that variant B of the experiment lacks, by its short id. Null: none is running. */
  tested: string | null
  /** Uuids of the goals that the page reports. Null: the goal is deleted. */
  goals: { adds: string | null; signsUp: string | null }
  /** Where products are, without a slash at the end. */
  shopUrl: string
}

export type Followed = {
  rows: EventRow[]
  /** As the shop's server reports them. */
  order: ActivityInput | null
  signup: ActivityInput | null
}

/** In the order in which it happens, within a few minutes. */
export function followVisitor(visitor: PlannedVisitor, site: SeenSite): Followed {
  const { known } = site
  const arm = assignArm(visitor.key, known.holdout)
  const { experiment } = known
  const variant = experiment && arm !== 'holdout' ? assignVariant(visitor.key, experiment) : null
  const context: EventContext = {
    siteId: known.siteId,
    device: visitor.device,
    country: visitor.place.country,
    visitor: visitor.key,
    arm,
    assignment: experiment && variant ? { experimentId: experiment.id, variant } : null,
    outcome: 'accepted',
    receivedAt: visitor.at,
  }
  const write = createWriter(visitor, { known, context })
  const nudge = arm === 'holdout' ? null : chooseNudge(visitor, { ...site, variant })
  const { moods, product } = visitor
  const does = (mood: 'adds' | 'orders' | 'signsUp') =>
    moods[mood] < chances[mood] * (nudge && mood !== 'orders' ? effect : 1)

  write({ type: 'visit', page: '/demo' })
  if (arm === 'holdout') write({ type: 'not_shown', page: '/demo', reason: 'holdout', count: 1 })
  const page = product ? `/demo/products/${product.slug}` : '/demo'
  if (product) {
    write({ type: 'visit', page, product: product.slug })
    write({ type: 'product_view', page, product: product.slug })
  }
  if (nudge) {
    write({ type: 'impression', page, ...nudge })
    if (moods.hovers < chances.hovers) write({ type: 'hover', page, ...nudge })
    if (moods.clicks < chances.clicks) write({ type: 'click', page, ...nudge })
    else if (moods.closes < chances.closes) write({ type: 'close', page, ...nudge })
  }
  const reach = (goal: string | null) => {
    if (goal !== null) write({ type: 'goal', page, goal })
  }
  if (does('signsUp')) reach(site.goals.signsUp)
  const adds = product !== null && does('adds')
  if (adds) {
    write({ type: 'cart', page, product: product.slug })
    reach(site.goals.adds)
  }
  const order = adds && does('orders') ? orderOf(visitor, site.shopUrl) : null
  if (order) {
    write({ type: 'visit', page: '/demo/thanks' })
    write.order({ page: '/demo/thanks', order: order.id, value: order.total ?? 0 })
  }
  const signup = does('signsUp') ? signupOf(visitor) : null
  return { rows: write.rows(), order, signup }
}

type Sent<Event> = Event extends unknown ? Omit<Event, 'id'> : never

/** Gives events their ids, which are the same at every run, and their times. */
function createWriter(
  visitor: PlannedVisitor,
  { known: { goals }, context }: { known: KnownSite; context: EventContext },
) {
  const rows: EventRow[] = []
  let count = 0
  const next = () => {
    count += 1
    const receivedAt = new Date(visitor.at.getTime() + count * 7_000)
    return { id: `sample-${visitor.name}-${String(count)}`, at: { ...context, receivedAt } }
  }
  const write = (sent: Sent<StoredPixelEvent>) => {
    const { id, at } = next()
    rows.push(...rowsOf({ ...sent, id }, at, goals))
  }
  return Object.assign(write, {
    order({ page, order, value }: Pick<OrderEvent, 'page' | 'order' | 'value'>) {
      const { id, at } = next()
      const event: OrderEvent = { type: 'order', id, page, order, value, currency: demoCurrency }
      rows.push(...orderRowsOf(event, at, goals))
    },
    rows: () => rows,
  })
}

type Choosing = Pick<SeenSite, 'nudges' | 'tested'> & { variant: Variant | null }

/** One of the nudges that this page can show, and the claim of one of its items. */
function chooseNudge(
  { product, nudge: drawn, item: drawnItem }: PlannedVisitor,
  { nudges, tested, variant }: Choosing,
): { nudge: string; claim: string } | null {
  const possible = nudges.filter(
    ({ surface, id }) =>
      (surface === 'popup' || product !== null) && !(variant === 'b' && id === tested),
  )
  const nudge = possible[Math.floor(drawn * possible.length)]
  const item = nudge?.items[Math.floor(drawnItem * nudge.items.length)]
  return nudge && item ? { nudge: nudge.id, claim: item.claim } : null
}

/** No name: the buyer is no one. The id says that it is sample data, wherever it's listed. */
function orderOf(
  { name, at, place, product, quantity }: PlannedVisitor,
  shopUrl: string,
): ActivityInput | null {
  if (!product) return null
  const { title, slug, picture, price } = product
  return {
    kind: 'purchase',
    id: `sample-${name}`,
    occurred_at: new Date(at.getTime() + 120_000).toISOString(),
    state: 'confirmed',
    test: false,
    person: place,
    items: [
      {
        title,
        url: `${shopUrl}/products/${slug}`,
        image: `${shopUrl}/images/${picture}.svg`,
        quantity,
        price: price / 100,
      },
    ],
    total: (price * quantity) / 100,
    currency: demoCurrency,
  }
}

const signupOf = ({ name, at, place }: PlannedVisitor): ActivityInput => ({
  kind: 'signup',
  id: `sample-${name}`,
  occurred_at: new Date(at.getTime() + 90_000).toISOString(),
  state: 'confirmed',
  test: false,
  person: place,
})
