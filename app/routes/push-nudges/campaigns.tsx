/** Push campaigns of the site. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { requireSite } from '#app/auth/guards.server.ts'
import { gatesOf } from '#app/domain/plans/entitlements.ts'
import { readEntitlements } from '#app/domain/plans/team-plan.server.ts'
import { shareReads } from '#app/domain/share-reads.server.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import { numericId } from '#app/domain/teams/team.ts'
import { listCampaigns } from '#app/presenters/push/campaigns.server.ts'
import { countSubscribers } from '#app/presenters/push/subscribers.server.ts'
import { Empty } from '#app/ui/empty.tsx'
import { siteTitle } from '#app/ui/format/document-title.ts'
import { Button } from '#app/ui/kit/button.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { PlanBadge } from '#app/ui/plan-gate.tsx'
import { CampaignList } from './campaign-list.tsx'
import { links, PushLayout } from './push-layout.tsx'

export { headers } from '#app/platforms/headers.ts'
export { links }
export const meta = siteTitle('Push campaigns')

const path = '/push-nudges/campaigns'

/** The position in the list. */
const searchInput = z.object({ before: numericId.nullable().catch(null) })

export async function loader(args: LoaderFunctionArgs) {
  const { scope, team } = await requireSite(args)
  const services = shareReads(args.context.services)
  const query = new URL(args.request.url).searchParams
  const { before } = searchInput.parse({ before: query.get('before') })
  const [list, subscribers, entitlements] = await Promise.all([
    listCampaigns(services, scope, before),
    countSubscribers(services, scope),
    readEntitlements(services, scope),
  ])
  return {
    ...list,
    isFirst: before === null,
    hasSubscribers: subscribers.total > 0,
    neededPlan: gatesOf(entitlements, ['push_nudges'])['push_nudges'] ?? null,
    mayEdit: mayDo(team.role, 'site:edit'),
    now: services.now(),
  }
}

export default function Campaigns() {
  const { campaigns, next, isFirst, hasSubscribers, neededPlan, mayEdit, now } =
    useLoaderData<typeof loader>()
  const isEmpty = campaigns.length === 0 && isFirst
  const create = { label: 'New campaign', to: `${path}/new` }
  return (
    <PushLayout action={mayEdit && !isEmpty ? create : undefined}>
      <Panel>
        {neededPlan !== null && <PlanBadge plan={neededPlan} />}
        {isEmpty ? (
          <Empty
            kind="nudge"
            title="No campaigns yet"
            action={
              mayEdit ? (
                <Button url={create.to} variant="primary">
                  {create.label}
                </Button>
              ) : undefined
            }
          >
            {hasSubscribers
              ? 'Write a message to subscribers who chose news.'
              : 'Campaigns go to subscribers who chose news. No one has subscribed yet, so set up the opt-in prompt first.'}
          </Empty>
        ) : (
          <CampaignList campaigns={campaigns} now={now} />
        )}
        <Pagination
          of="campaigns"
          first={isFirst ? null : path}
          next={next === null ? null : `${path}?before=${String(next)}`}
        />
      </Panel>
    </PushLayout>
  )
}
