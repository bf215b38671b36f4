import type { LinksFunction } from '@remix-run/node'
import detailsCss from './details.css?url'
import css from './site-screens.css?url'

/** Styles that all screens of a site share. */
export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: css },
  { rel: 'stylesheet', href: detailsCss },
]
