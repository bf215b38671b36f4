/** URLs within the statistics that keep the chosen days. */
import { useSearchParams } from '@remix-run/react'
import { writeFilter, type FilterWord } from '#app/domain/stats/filter.ts'

const ofDays = ['from', 'to', 'compare']

/** The query parameters about days, for a link to another screen. */
export function useDaysQuery(): string {
  const [query] = useSearchParams()
  const kept = [...query].filter(([name]) => ofDays.includes(name))
  return kept.length === 0 ? '' : `?${new URLSearchParams(kept).toString()}`
}

/** The overview of one member of a breakdown, on the same days. */
export function useFilterAddress(): (filter: FilterWord) => string {
  const days = useDaysQuery()
  return (filter) =>
    `/statistics${days}${days === '' ? '?' : '&'}${new URLSearchParams({ filter: writeFilter(filter) }).toString()}`
}

/** This screen's URL with some parameters changed; null removes one. */
export function useAddress(): (change: Readonly<Record<string, string | null>>) => string {
  const [query] = useSearchParams()
  return (change) => {
    const next = new URLSearchParams(query)
    for (const [name, value] of Object.entries(change)) {
      if (value === null) next.delete(name)
      else next.set(name, value)
    }
    return `?${next.toString()}`
  }
}
