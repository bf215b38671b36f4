/** What an event of a page says about who is there. */
import type { PixelEvent } from '../../contract/pixel.ts'
import type { Sign } from './presence.server.ts'

/** Empty when the event says nothing about presence. */
export function signsOf(event: PixelEvent): Pick<Sign, 'kind' | 'subject'>[] {
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
    case 'not_shown':
    case 'activity':
      return []
  }
}
