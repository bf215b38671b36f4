/** Converts Eventbrite's data to records. */
import { z } from 'zod'
import { identifier, isoMoment, loose, looseRows, looseText } from '../kit/shapes.ts'
import { firstWord, fromMinorUnits, plainText } from '../kit/values.ts'
import type { ActivityRecord } from '../record.ts'

export const order = z.object({
  id: identifier,
  created: isoMoment,
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

/** Free tickets are sign-ups. Null: the order isn't finished. */
export function orderRecord(one: Order): ActivityRecord | null {
  const state = states[one.status.toLowerCase()]
  if (state === undefined) return null
  const { value, currency } = one.costs.gross
  // After a refund nothing is left of the amount, and only paid orders are refunded.
  const isPaid = value > 0 || state === 'refunded'
  const home = one.attendees.find(({ profile }) => profile?.addresses?.home)?.profile?.addresses
  const title = plainText(one.event?.name?.text)
  return {
    kind: isPaid ? 'purchase' : 'signup',
    id: `eventbrite-${one.id}`,
    occurred_at: one.created,
    state,
    person: {
      first_name: firstWord(one.first_name ?? one.name) ?? null,
      email: one.email ?? null,
      city: home?.home?.city ?? null,
      country: home?.home?.country ?? null,
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
