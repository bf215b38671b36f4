/** Google Shopping: its feed is one of the site's product feeds. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireSite } from '#app/auth/guards.server.ts'
import { listFeeds } from '#app/domain/products/feeds.server.ts'
import { feedHours } from '#app/domain/products/read-feed.server.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import { siteTitle } from '#app/ui/format/document-title.ts'
import { countWithNoun } from '#app/ui/format/format-number.ts'
import { Badge } from '#app/ui/kit/badge.tsx'
import { Button } from '#app/ui/kit/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Brings } from './brings.tsx'
import { DirectScreen } from './direct-screen.tsx'
import { links } from './styles.ts'

export { headers } from '#app/platforms/headers.ts'
export { links }
export const meta = siteTitle('Google Shopping')

export async function loader(args: LoaderFunctionArgs) {
  const { scope, team } = await requireSite(args)
  const feeds = await listFeeds(args.context.services, scope)
  return {
    feeds: feeds.map(({ uuid, url, products, fault }) => ({ uuid, url, products, fault })),
    hours: feedHours,
    mayChange: mayDo(team.role, 'site:edit'),
  }
}

export default function GoogleShopping() {
  const { feeds, hours, mayChange } = useLoaderData<typeof loader>()
  return (
    <DirectScreen
      title="Google Shopping"
      lead="The feed that you send to Google Merchant Center brings your products, prices and stock."
    >
      <Panel>
        <h2 className="part-title">What it brings</h2>
        <Brings brings={['product']} />
        <ol className="connect-steps stack gap-8 bullets prose mt-8 mb-20">
          <li>
            Find the address of your feed: your shop’s Google Shopping plugin shows it, and so does
            Merchant Center under Data sources.
          </li>
          <li>Add it as a product feed. RSS, Atom and CSV work.</li>
          <li>We fetch it every {hours} hours. Nothing has to be approved at Google.</li>
        </ol>
        {feeds.length > 0 && (
          <ul className="rows">
            {feeds.map(({ uuid, url, products, fault }) => (
              <li key={uuid} className="rows__row break-anywhere">
                <span>{url}</span>
                <span>
                  {fault === null ? (
                    countWithNoun(products, 'product')
                  ) : (
                    <Badge tone="critical">Error</Badge>
                  )}
                </span>
              </li>
            ))}
          </ul>
        )}
        <p className="mt-16">
          <Button url="/data-feeds/products" variant="primary">
            {feeds.length === 0 && mayChange ? 'Add product feed' : 'View product feeds'}
          </Button>
        </p>
      </Panel>
    </DirectScreen>
  )
}
