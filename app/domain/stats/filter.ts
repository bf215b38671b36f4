/** Statistics of one member of a breakdown. Safe in the browser. */
import type { PixelEventType } from '#app/contract/pixel-events.ts'
import {
  definitions,
  pageConversionsDefinition,
  pageViewsDefinition,
  viewThroughDefinition,
  type Definition,
  type Metric,
} from './definitions.ts'

/** Breakdowns whose sums by day include today. Those of products don't. */
const filterables = ['nudge', 'page', 'device', 'country', 'goal'] as const
export type Filterable = (typeof filterables)[number]

/** Visitors aren't stored by member: one visitor sees several pages and nudges. */
export type FigureName = Metric | 'visits' | 'page_goals'

const ofPages = ['visits', 'impressions', 'hovers', 'clicks', 'closes', 'page_goals'] as const

/** Figures stored by day for each member, in display order. */
export const figuresOf: Record<Filterable, readonly FigureName[]> = {
  nudge: ['impressions', 'hovers', 'clicks', 'closes', 'after'],
  page: ofPages,
  device: ofPages,
  country: ofPages,
  goal: ['goals'],
}

/** The event that a figure counts. */
export const figureEvents: Partial<Record<FigureName, PixelEventType>> = {
  visits: 'visit',
  impressions: 'impression',
  hovers: 'hover',
  clicks: 'click',
  closes: 'close',
  page_goals: 'goal',
}

/** @param by null: of the whole site */
export function figureDefinition(figure: FigureName, by: Filterable | null): Definition {
  if (figure === 'visits') return pageViewsDefinition
  if (figure === 'page_goals') return pageConversionsDefinition
  return by === 'nudge' && figure === 'after' ? viewThroughDefinition : definitions[figure]
}

/** A filter in a URL: `device:mobile`. Nudges and goals by their uuid. */
export type FilterWord = { by: Filterable; key: string }

export const writeFilter = ({ by, key }: FilterWord): string => `${by}:${key}`

/** Null for anything that isn't a filter. */
export function readFilterWord(word: string | null): FilterWord | null {
  const [name = '', ...rest] = word?.split(':') ?? []
  const by = filterables.find((one) => one === name)
  const key = rest.join(':')
  return by === undefined || key === '' ? null : { by, key }
}

export const isFilterable = (by: string): by is Filterable => filterables.some((one) => one === by)
