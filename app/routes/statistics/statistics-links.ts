/** Addresses of the statistics that keep the days that were chosen. */
import { useSearchParams } from '@remix-run/react'

const ofDays = ['from', 'to', 'compare']

/** What the address says about the days, and nothing else: for another screen. */
export function useDaysQuery(): string {
  const [query] = useSearchParams()
  const kept = [...query].filter(([name]) => ofDays.includes(name))
  return kept.length === 0 ? '' : `?${new URLSearchParams(kept).toString()}`
}

/** This screen's address with some words set anew; null takes one away. */
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
