import type { LinksFunction } from '@remix-run/node'
import chartCss from '#app/ui/charts/chart.css?url'
import siteScreensCss from '#app/ui/site-screens.css?url'
import statisticsCss from './statistics.css?url'

/** Styles of all screens in this area. */
export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: siteScreensCss },
  { rel: 'stylesheet', href: chartCss },
  { rel: 'stylesheet', href: statisticsCss },
]
