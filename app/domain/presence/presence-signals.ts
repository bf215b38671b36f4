/** Presence signals in an event. */
import type { PixelEvent } from '#app/contract/pixel-events.ts'
import type { KnownGoal } from '#app/domain/sites/known-site.server.ts'
import type { PresenceSignal } from './presence.server.ts'

/** Empty when the event has none. */
export function presenceSignalsOf(event: PixelEvent): Pick<PresenceSignal, 'kind' | 'subject'>[] {
  switch (event.type) {
    case 'visit':
    case 'heartbeat': {
      const page = { kind: 'page', subject: event.page } as const
      return event.product === undefined
        ? [page]
        : [page, { kind: 'product', subject: event.product }]
    }
    case 'product_view':
      return [{ kind: 'product', subject: event.product }]
    case 'cart':
      return [{ kind: 'cart', subject: event.product }]
    case 'impression':
    case 'hover':
    case 'click':
    case 'close':
    case 'goal':
    case 'order':
    case 'not_shown':
    case 'activity':
    case 'form':
    case 'speed':
      return []
  }
}

/**
 * Whether a page reports an order. Needs no proof: a false report only removes the visitor's own
 * carts from the count.
 */
export function isOrder(event: PixelEvent, goals: readonly KnownGoal[]): boolean {
  if (event.type === 'activity') return event.activity.kind === 'purchase'
  if (event.type === 'order') return true
  if (event.type !== 'goal') return false
  const uuid = event.goal.toLowerCase()
  return goals.some((goal) => goal.uuid === uuid && goal.kind === 'order')
}
