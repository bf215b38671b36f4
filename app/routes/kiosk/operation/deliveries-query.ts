/** Filters of the kiosk's deliveries, as the URL has them. */
import { z } from 'zod'
import { connectableNames } from '#app/contract/integrations.ts'
import { numericId } from '#app/domain/teams/team.ts'

export const deliveriesPath = '/kiosk/deliveries'

/** Labels of the states of what was received and of what was sent, in the order of the tabs. */
export const stateTabs = {
  received: { failed: 'Failed', retried: 'Trying again', waiting: 'Waiting', done: 'Processed' },
  sent: { failed: 'Failed', retried: 'Trying again', waiting: 'Waiting', delivered: 'Delivered' },
} as const

const id = numericId.nullable().catch(null)

const query = z.object({
  list: z.enum(['received', 'sent']).catch('received'),
  state: z.enum(['failed', 'retried', 'waiting', 'done', 'delivered']).catch('failed'),
  service: z.enum(connectableNames).nullable().catch(null),
  team: id,
  before: id,
  /** The delivery or the webhook that is open. */
  open: id,
})

export type DeliveriesQuery = z.output<typeof query>

/** Treats invalid values as absent. */
export function readDeliveriesQuery({ url }: { url: string }): DeliveriesQuery {
  const given = query.parse(Object.fromEntries(new URL(url).searchParams))
  return given.state in stateTabs[given.list] ? given : { ...given, state: 'failed' }
}

/** The address of the list with these filters; absent ones aren't written. */
export function deliveriesAddress({ list, state, ...rest }: Partial<DeliveriesQuery>): string {
  const given = Object.entries({
    list: list === 'received' ? null : list,
    state: state === 'failed' ? null : state,
    ...rest,
  }).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]]))
  const search = new URLSearchParams(given).toString()
  return search === '' ? deliveriesPath : `${deliveriesPath}?${search}`
}
