/** Converts the members of a Mailchimp audience to records. */
import { z } from 'zod'
import { firstNameIn } from '../kit/names.ts'
import { identifier, isoMoment, loose, looseText } from '../kit/shapes.ts'
import type { ActivityRecord } from '../record.ts'

export const member = z.object({
  /** ID of the address in all of Mailchimp. The `id` would be a hash that reveals the address. */
  unique_email_id: identifier,
  email_address: looseText,
  status: z.string(),
  /** When the subscription was confirmed. Empty for people who never did: imported, pending, customers. */
  timestamp_opt: loose(isoMoment),
  /** Who leaves can subscribe again: the later of two states counts. */
  last_changed: loose(isoMoment),
  /** How the address got into the audience, in words for its owner. */
  source: looseText,
  merge_fields: loose(z.object({ FNAME: looseText })),
  location: loose(z.object({ country_code: looseText })),
})
type Member = z.output<typeof member>

/** Fields that are read, for requests that name them. */
export const memberFields = Object.keys(member.shape)

const states: Readonly<Record<string, 'confirmed' | 'cancelled'>> = {
  subscribed: 'confirmed',
  unsubscribed: 'cancelled',
  cleaned: 'cancelled',
  archived: 'cancelled',
}

/** Added by the owner: no one signed up. */
const isAdded = (source: string | null | undefined) => /\bimport|\badmin add/i.test(source ?? '')

/** Null: the person never subscribed, or not on their own. */
export function memberRecord(one: Member): ActivityRecord | null {
  const state = states[one.status]
  if (state === undefined || isAdded(one.source) || !one.timestamp_opt) return null
  return {
    kind: 'signup',
    id: `mailchimp-${one.unique_email_id}`,
    occurred_at: one.timestamp_opt,
    state,
    as_of: one.last_changed ?? null,
    person: {
      first_name: firstNameIn({
        first: one.merge_fields?.FNAME,
        country: one.location?.country_code,
      }),
      email: one.email_address ?? null,
      country: one.location?.country_code ?? null,
    },
  }
}
