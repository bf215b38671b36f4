import type { LinksFunction, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Banner } from '@shopify/polaris'
import { requireSite } from '#app/auth/guards.server.ts'
import { readHome } from '#app/domain/stats/home.server.ts'
import { productName } from '#app/lib/product.ts'
import { usePolling } from '#app/ui/polling.ts'
import { Screen } from '#app/ui/screen.tsx'
import { ActivityList } from './home/activity-list.tsx'
import homeCss from './home/home.css?url'
import { NudgeTable } from './home/nudge-table.tsx'
import { SetupChecklist } from './home/setup-checklist.tsx'
import { StatusStrip } from './home/status-strip.tsx'

export { headers } from '#app/platforms/headers.ts'
export { outlastOutage as clientLoader } from '#app/ui/polling.ts'
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: homeCss }]
export const meta = () => [{ title: `Home – ${productName}` }]

/** A newcomer watches the first click arrive. */
const pollMillis = 5_000

export async function loader(args: LoaderFunctionArgs) {
  const { site, scope } = await requireSite(args)
  const home = await readHome(args.context.services, scope)
  return { ...home, pixelSeenAt: site.pixelSeenAt, host: new URL(site.url).host }
}

export default function Home() {
  const home = useLoaderData<typeof loader>()
  const { host, now, pixelSeenAt, lastReceivedAt, totals, nudges, activities } = home
  const isLate = usePolling(pollMillis)
  const setup = {
    isInstalled: pixelSeenAt !== null,
    hasActivity: lastReceivedAt !== null,
    isPublished: nudges.length > 0,
  }

  return (
    <Screen title="Home" lead={`What happens on ${host}, refreshed every few seconds.`}>
      <div className="home">
        {isLate && (
          <Banner tone="warning">The server does not answer. These figures may be old.</Banner>
        )}
        <StatusStrip
          pixelSeenAt={pixelSeenAt}
          lastActivityAt={lastReceivedAt}
          totals={totals}
          now={now}
        />
        <SetupChecklist {...setup} />
        <NudgeTable nudges={nudges} />
        <ActivityList activities={activities} isPublished={setup.isPublished} now={now} />
      </div>
    </Screen>
  )
}
