import type { LinksFunction } from '@remix-run/node'
import css from './site-screens.css?url'

/** Styles that all screens of a site share. */
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: css }]
