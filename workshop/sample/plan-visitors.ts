/**
 * The visitors of a day, before anything is known of the nudges that they meet: when they come, from where, what
 * they look at, and how easily they decide. The same for the same seed and day.
 */
import { dayMillis, hourMillis, minuteMillis } from '#app/lib/time.ts'
import { demoProducts, type DemoProduct } from '../shop/catalog.ts'
import { createDraw, type Draw } from './draw.ts'

/** Each is from 0 to below 1: the visitor does it where it is smaller than the chance of doing so. */
type Moods = Record<
  'hovers' | 'clicks' | 'closes' | 'adds' | 'orders' | 'signsUp' | 'measures',
  number
>

export type PlannedVisitor = {
  /** Within that day: `20261130-0042`. */
  name: string
  /** As of a browser that stores nothing. Decides the group and the variant, as for any visitor. */
  key: Buffer
  at: Date
  device: 'desktop' | 'mobile'
  place: Place
  /** Null: looks at the list of products alone. */
  product: DemoProduct | null
  quantity: number
  /** Which of the nudges, and which of its items: from 0 to below 1. */
  nudge: number
  item: number
  moods: Moods
  /** Milliseconds until the largest paint, and until a press is answered. */
  speed: { lcp: number; inp: number }
}

type Place = { city: string; country: string }

const places: readonly [Place, ...Place[]] = [
  { city: 'Utrecht', country: 'NL' },
  { city: 'Amsterdam', country: 'NL' },
  { city: 'Utrecht', country: 'NL' },
  { city: 'Bremen', country: 'DE' },
  { city: 'Hamburg', country: 'DE' },
  { city: 'Gent', country: 'BE' },
  { city: 'Lyon', country: 'FR' },
  { city: 'Leeds', country: 'GB' },
]

/** Weights of the hours of a day (UTC): few at night, most in the evening. */
const hourWeights = [
  2, 1, 1, 1, 1, 2, 3, 5, 6, 7, 7, 7, 8, 7, 7, 7, 7, 8, 9, 11, 12, 11, 8, 4,
] as const
const allWeights = hourWeights.reduce<number>((sum, weight) => sum + weight, 0)

/** From Sunday to Saturday. */
const weekdayFactors = [1.12, 0.98, 0.94, 0.96, 0.97, 0.95, 1.08] as const

/** On an average day. */
const visitorsPerDay = 300

/** Oldest first. @param day `2026-11-30` */
export function planVisitors(seed: string, day: string): PlannedVisitor[] {
  const start = new Date(day)
  const draw = createDraw(`${seed} ${day}`)
  const factor = weekdayFactors[start.getUTCDay()] ?? 1
  const total = Math.round(visitorsPerDay * factor * (0.9 + 0.2 * draw.next()))
  return Array.from({ length: total }, (_one, place) =>
    planVisitor(createDraw(`${seed} ${day} ${String(place)}`), { start, day, place }),
  ).toSorted((one, other) => one.at.getTime() - other.at.getTime())
}

type Begun = { start: Date; day: string; place: number }

function planVisitor(draw: Draw, { start, day, place }: Begun): PlannedVisitor {
  const key = draw.bytes(16)
  // Keys with this bit are of visitors who consented (app/domain/events/day-keys.ts).
  key[0] = (key[0] ?? 0) & 0xfe
  const later = drawHour(draw) * hourMillis + draw.below(hourMillis)
  return {
    name: `${day.replaceAll('-', '')}-${String(place).padStart(4, '0')}`,
    key,
    // None so late that what follows would belong to the next day.
    at: new Date(start.getTime() + Math.min(later, dayMillis - 10 * minuteMillis)),
    device: draw.next() < 0.62 ? 'mobile' : 'desktop',
    place: draw.oneOf(places),
    product: draw.next() < 0.72 ? productOf(draw.next()) : null,
    quantity: draw.next() < 0.75 ? 1 : 2,
    nudge: draw.next(),
    item: draw.next(),
    moods: {
      hovers: draw.next(),
      clicks: draw.next(),
      closes: draw.next(),
      adds: draw.next(),
      orders: draw.next(),
      signsUp: draw.next(),
      measures: draw.next(),
    },
    speed: { lcp: 700 + draw.below(1_900), inp: 40 + draw.below(160) },
  }
}

function drawHour(draw: Draw): number {
  let left = draw.next() * allWeights
  const found = hourWeights.findIndex((weight) => (left -= weight) < 0)
  return found === -1 ? hourWeights.length - 1 : found
}

/** The first products are looked at more often. */
const productOf = (drawn: number): DemoProduct | null =>
  demoProducts[Math.floor(drawn ** 1.5 * demoProducts.length)] ?? null
