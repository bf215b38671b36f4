/** Converts Eventbrite's data to records. */
import { z } from 'zod'
import { buyerOf, isSame } from '#app/lib/names/buyer.ts'
import { firstNameOf } from '../kit/names.ts'
import { identifier, isoMoment, loose, looseRows, looseText } from '../kit/shapes.ts'
import { fromMinorUnits } from '../kit/values.ts'
import type { ActivityRecord } from '../record.ts'

export const order = z.object({
  id: identifier,
  created: isoMoment,
  changed: loose(isoMoment),
  status: z.string(),
  first_name: looseText,
  name: looseText,
  email: looseText,
  costs: z.object({
    /** In the smallest unit of the currency. Needed: it says whether the tickets were paid for. */
    gross: z.object({ value: z.int().min(0), currency: looseText }),
  }),
  event: loose(
    z.object({
      name: loose(z.object({ text: looseText })),
      url: looseText,
      logo: loose(z.object({ url: looseText })),
    }),
  ),
  attendees: looseRows(
    z.object({
      profile: loose(
        z.object({
          first_name: looseText,
          email: looseText,
          addresses: loose(
            z.object({
              home: loose(z.object({ city: looseText, country: looseText })),
            }),
          ),
        }),
      ),
    }),
  ),
})
type Order = z.output<typeof order>

const states: Readonly<Record<string, 'confirmed' | 'cancelled' | 'refunded'>> = {
  placed: 'confirmed',
  refunded: 'refunded',
  cancelled: 'cancelled',
  canceled: 'cancelled',
  deleted: 'cancelled',
}

/** An attendee's address. The attendee may be another person than the buyer. */
function homeOf(profile: Order['attendees'][number]['profile'], buyer: string | null | undefined) {
  const home = profile?.addresses?.home
  const isOther = Boolean(profile?.email && buyer && profile.email !== buyer)
  if (!home || (isOther && !profile.first_name)) return []
  return [{ first_name: profile.first_name, city: home.city, country: home.country }]
}

/** Free tickets are sign-ups. Null: the order isn't finished. */
export function orderRecord(one: Order): ActivityRecord | null {
  const state = states[one.status.toLowerCase()]
  if (state === undefined) return null
  const { value, currency } = one.costs.gross
  // After a refund nothing is left of the amount, and only paid orders are refunded.
  const isPaid = value > 0 || state === 'refunded'
  const buyer = one.first_name || firstNameOf(one.name)
  const homes = one.attendees.flatMap(({ profile }) => homeOf(profile, one.email))
  const title = one.event?.name?.text
  return {
    kind: isPaid ? 'purchase' : 'signup',
    id: `eventbrite-${one.id}`,
    occurred_at: one.created,
    state,
    as_of: one.changed ?? null,
    person: {
      ...buyerOf(buyer, { billing: [], shipping: homes.find((home) => isSame(buyer, home)) }),
      email: one.email ?? null,
    },
    items: title
      ? [
          {
            title,
            url: one.event?.url ?? null,
            image: one.event?.logo?.url ?? null,
          },
        ]
      : [],
    ...(isPaid
      ? {
          total: fromMinorUnits(value, currency) ?? null,
          currency: currency ?? null,
        }
      : {}),
  }
}
