import type { LinksFunction } from '@remix-run/node'
import settingsCss from './settings.css?url'

/** What every screen of this area looks like. */
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: settingsCss }]
