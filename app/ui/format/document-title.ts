/** Titles of the document: what tabs, bookmarks and the browser's history show. */
import { productName } from '#app/lib/product.ts'

/** As Remix calls `meta`: with the loader data of a screen and of its layouts. */
type MetaArgs<Data> = { data: Data | undefined; matches: readonly { data: unknown }[] }

/**
 * Most specific first, because tabs cut off the end: "Goals · Kettles – Footfall".
 *
 * @param parts absent ones are left out
 */
export const formatTitle = (...parts: readonly (string | null | undefined)[]): string =>
  `${parts.filter((part) => part).join(' · ')} – ${productName}`

/** For screens about an account, an organization, or nothing in particular. */
export const screenTitle = (title: string) => () => [{ title: formatTitle(title) }]

/**
 * For screens about the current site, which they name. Inside an admin the document is a frame, and
 * the admin's own title bar is what tabs show.
 *
 * @param title of the screen, or how to read it from the screen's data
 */
export const siteTitle =
  <Data>(title: string | ((data: Data | undefined) => string)) =>
  ({ data, matches }: MetaArgs<Data>) => [
    {
      title: formatTitle(
        typeof title === 'string' ? title : title(data),
        ...matches.map(({ data: ofMatch }) => siteNameIn(ofMatch)),
      ),
    },
  ]

type LayoutData = { facts?: { sites?: readonly { name: string; isCurrent: boolean }[] } }

/** Only the layout around a screen knows the site. A screen that failed has no data. */
const siteNameIn = (data: unknown) =>
  (data as LayoutData | null | undefined)?.facts?.sites?.find(({ isCurrent }) => isCurrent)?.name
