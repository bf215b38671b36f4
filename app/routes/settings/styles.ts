import type { LinksFunction } from '@remix-run/node'
import settingsCss from './settings.css?url'

/** Styles of all screens in this area. */
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: settingsCss }]
