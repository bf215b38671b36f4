/** The subjects of the gallery's types, to find one. */
import { nudgeTypes, type NudgeType } from '#app/contract/nudges.ts'

export type Subject = 'all' | 'orders' | 'visitors' | 'stock' | 'reviews' | 'own'

export const subjects: readonly { value: Subject; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'orders', label: 'Orders and sign-ups' },
  { value: 'visitors', label: 'Visitors' },
  { value: 'stock', label: 'Stock and delivery' },
  { value: 'reviews', label: 'Reviews' },
  { value: 'own', label: 'Your own words' },
]

const subjectOf: Record<NudgeType, Subject> = {
  purchase: 'orders',
  purchases: 'orders',
  conversion: 'orders',
  conversions: 'orders',
  visitor: 'visitors',
  visitors: 'visitors',
  cart_counter: 'visitors',
  stock_level: 'stock',
  selling_out: 'stock',
  delivery_date: 'stock',
  free_delivery: 'stock',
  review: 'reviews',
  reviews: 'reviews',
  custom: 'own',
  discount: 'own',
}

export const typesOf = (subject: Subject): readonly NudgeType[] =>
  nudgeTypes.filter((type) => subject === 'all' || subjectOf[type] === subject)

export const readSubject = (search: URLSearchParams): Subject =>
  subjects.find(({ value }) => value === search.get('show'))?.value ?? 'all'
