import type { LinksFunction } from '@remix-run/node'
import { links as shared } from '#app/ui/site-screens.ts'
import css from './nudge-lists.css?url'

export const links: LinksFunction = () => [...shared(), { rel: 'stylesheet', href: css }]
