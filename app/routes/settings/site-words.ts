/** Which sites of an organization someone sees, in words. */
import { countWithNoun } from '#app/ui/format/format-number.ts'

/** Null: all sites. Without names, the reader doesn't see all sites. */
export type SeenSites = { total: number; names: readonly string[] | null } | null

export const namedSites = (
  siteIds: readonly number[] | null,
  sites: readonly { id: number; name: string }[] | null,
): SeenSites =>
  siteIds && {
    total: siteIds.length,
    names: sites && sites.filter(({ id }) => siteIds.includes(id)).map(({ name }) => name),
  }

const mostNames = 2

export function describeSites(seen: SeenSites): string {
  if (seen === null) return 'All sites'
  const { total, names } = seen
  if (names === null || names.length === 0)
    return total === 0 ? 'No sites' : countWithNoun(total, 'site')
  if (names.length <= mostNames) return names.join(' and ')
  return `${names.slice(0, mostNames).join(', ')} and ${String(names.length - mostNames)} more`
}
