/** Converts ActiveCampaign's response about a contact to a record. */
import { z } from 'zod'
import { firstNameIn } from '../kit/names.ts'
import {
  identifier,
  isoMoment,
  loose,
  looseIdentifier,
  looseRows,
  looseText,
} from '../kit/shapes.ts'
import type { ActivityRecord } from '../record.ts'

export const contact = z.object({
  contact: z.object({
    id: identifier,
    email: looseText,
    firstName: looseText,
    udate: loose(isoMoment),
  }),
  contactLists: looseRows(
    z.object({
      list: identifier,
      /** Through which the person subscribed. */
      form: looseIdentifier,
      /** 0: unconfirmed, 1: active, 2: unsubscribed, 3: bounced. */
      status: identifier,
      /** When the person subscribed. */
      sdate: loose(isoMoment),
      /** When the entry changed. Often empty. */
      udate: loose(isoMoment),
    }),
  ),
})
type Contact = z.output<typeof contact>

const states: Readonly<Record<string, 'confirmed' | 'cancelled'>> = {
  1: 'confirmed',
  2: 'cancelled',
  3: 'cancelled',
}

/** Who leaves can subscribe again, and the later of two states counts. No one moment is always there. */
const latest = (moments: readonly (string | null | undefined)[]): string | null =>
  moments
    .filter((one) => one !== null && one !== undefined)
    .toSorted()
    .at(-1) ?? null

/** Null: the person isn't on the list, hasn't confirmed, or nothing says when. */
export function contactRecord({ contact: person, contactLists }: Contact, list: string) {
  const entry = contactLists.find((one) => one.list === list)
  const state = states[entry?.status ?? '']
  if (!entry?.sdate || state === undefined) return null
  const record: ActivityRecord = {
    kind: 'signup',
    id: `activecampaign-${person.id}`,
    occurred_at: entry.sdate,
    state,
    as_of: latest([entry.sdate, entry.udate, person.udate]),
    person: { first_name: firstNameIn({ first: person.firstName }), email: person.email ?? null },
  }
  return record
}

/** Null as well: the person was added without a form, or subscribed earlier. */
export function formRecord(read: Contact, list: string, from: Date) {
  const entry = read.contactLists.find((one) => one.list === list)
  const isNew = entry?.sdate ? Date.parse(entry.sdate) >= from.getTime() : false
  return isNew && entry?.form ? contactRecord(read, list) : null
}
