import type { LinksFunction } from '@remix-run/node'
import css from './site-screens.css?url'

/** Of every screen of a site: the styles that they share. */
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: css }]
