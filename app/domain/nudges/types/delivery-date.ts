/** When an order arrives, and until when that applies. */
import { deliveryContent, type DeliveryContent } from '#app/contract/nudge-content.ts'
import type { PixelItem } from '#app/contract/pixel.ts'
import { promiserOf, type DeliveryPromise } from '../delivery-date/delivery-promise.ts'
import type { Day } from '#app/lib/zoned-days.ts'
import type { WordsOf } from '#app/domain/wording/words-of.ts'
import { byCountry, everyOther } from './kit/countries.ts'
import { defineNudge, type CompileContext } from './kit/nudge-definition.ts'
import { everyRead } from './kit/query-options.ts'
import { fillPlaceholders, toCompiledItem, toSeconds } from './kit/compiled-item.ts'
import { needsOwner } from './kit/readiness.ts'
import { drawings } from './kit/drawings.ts'
import { lintDelivery } from '../linter/lint-content.ts'

export const deliveryDate = defineNudge({
  type: 'delivery_date',
  surfaces: ['popup', 'inline'],
  category: 'order_soon',
  basis: 'owner',
  defaults: {},
  content: deliveryContent,
  example: {
    timeZone: 'Europe/Amsterdam',
    cutOffs: ['15:30', '15:30', '15:30', '15:30', '15:30', null, null],
    deliversOn: [true, true, true, true, true, false, false],
    transit: { '*': { min: 1, max: 2 } },
    holidays: ['2026-12-25'],
    holidaysUntil: '2027-12-31',
  },
  fields: { kind: 'delivery', findings: 'holidaysUntil' },
  lint: lintDelivery,
  message: null,
  labels: {
    name: 'Delivery date',
    about: 'Shows the estimated delivery date and how long it holds, based on your cutoff times.',
    one: 'delivery date',
    many: 'delivery dates',
  },
  drawing: drawings.lorry,
  needs: needsOwner('Ready when you add your delivery times'),
  reads: [...everyRead],
  compile(context) {
    const content = deliveryContent.safeParse(context.content).data
    return Promise.resolve(content ? itemsOf(content, context).map(toCompiledItem) : [])
  },
  rule({ content }) {
    const read = deliveryContent.safeParse(content).data
    if (!read) return 'No delivery times.'
    const ways = Object.entries(read.transit).map(
      ([country, { min, max }]) => `${country} ${String(min)}–${String(max)}`,
    )
    const cutOffs = read.cutOffs.map((time) => time ?? 'none').join(', ')
    return `Cut-off by weekday, starting Monday: ${cutOffs} (${read.timeZone}). Transit in business days: ${ways.join(', ')}. Holidays entered through ${read.holidaysUntil}.`
  },
  windowSeconds: () => 0,
  why: ({ words }) => words.texts.deliveryDate.why,
  about: {
    data: 'Your shipping cutoff per weekday, transit time per country, delivery days and holidays.',
    hidesWhen:
      'There’s no transit time for the visitor’s country, the country is unknown and countries differ, or the delivery date is past your last entered holiday.',
  },
})

type Item = Omit<PixelItem, 'claim'>

/** The current promise and the next one, because a page may stay open past the cut-off. */
function itemsOf(content: DeliveryContent, { options, words, at }: CompileContext): Item[] {
  const ways = byCountry(content.transit, options)
  const promise = promiserOf(content)
  const sets = ways.map(({ country }) => {
    const asked = { country: country ?? everyOther }
    const now = promise({ ...asked, now: at })
    if (!now) return []
    const next = promise({ ...asked, now: now.until })
    const where = country === undefined ? {} : { country }
    const items = [{ ...formatPromise(now, words), ...where }]
    if (next) items.push({ ...formatPromise(next, words), ...where, from: toSeconds(now.until) })
    return items
  })
  // Without its own item, a country without a promise would get the one for all other
  // countries.
  const isWhole = sets.every((items) => items.length > 0)
  return sets.filter((_items, place) => isWhole || ways[place]?.country !== everyOther).flat()
}

function formatPromise(promise: DeliveryPromise, words: WordsOf): Item {
  const { title, beforeCutOff, afterCutOff } = words.texts.deliveryDate
  const until = toSeconds(promise.until)
  if (!promise.leavesToday) {
    return {
      title,
      text: fillPlaceholders(afterCutOff, { days: formatDays(promise, words) }),
      until,
    }
  }
  const day = formatDay(promise.latest, 'day', words)
  return { title, text: fillPlaceholders(beforeCutOff, { day }), until, countsDown: true }
}

function formatDays({ earliest, latest }: DeliveryPromise, words: WordsOf): string {
  if (earliest === latest) return formatDay(latest, 'day', words)
  const isSameMonth = earliest.slice(0, 7) === latest.slice(0, 7)
  const first = formatDay(earliest, isSameMonth ? 'firstDay' : 'lastDay', words)
  return `${first} – ${formatDay(latest, 'lastDay', words)}`
}

function formatDay(day: Day, form: 'day' | 'firstDay' | 'lastDay', words: WordsOf): string {
  const at = new Date(day)
  return fillPlaceholders(words.texts.deliveryDate[form], {
    weekday: words.weekday(at, 'UTC'),
    date: words.date(at, 'UTC'),
    number: String(at.getUTCDate()),
  })
}
