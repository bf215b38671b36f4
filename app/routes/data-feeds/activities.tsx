/** Purchases, sign-ups and reviews: one screen each, with its own URL. */
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { requireRight, requireSite } from '#app/auth/guards.server.ts'
import { restoreApprovals, setApprovals } from '#app/domain/activities/approval.server.ts'
import { offeredSources } from '#app/domain/activities/sources.ts'
import {
  feedOrderKeys,
  feedPageSize,
  readActivityFeed,
  type FeedOrder,
} from '#app/presenters/activity-feed/activity-feed.server.ts'
import { searchedRows } from '#app/domain/activities/searched-rows.ts'
import {
  customersScope,
  findEmbedLink,
  mayReadCustomers,
  renewScopes,
} from '#app/domain/shops/shops.server.ts'
import { changeOptions } from '#app/domain/sites/settings.server.ts'
import { activityStates } from '#app/domain/activities/activity-state.ts'
import { readOrder, writeOrder } from '#app/lib/list-order.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import { invalidFormResponse } from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { siteTitle } from '#app/ui/format/document-title.ts'
import { Empty } from '#app/ui/empty.tsx'
import type { Saved } from '#app/ui/forms/form-fetcher.ts'
import { SavedViews, withView } from '#app/ui/views/saved-views.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { sortBy } from '#app/ui/table.tsx'
import { changeViews, readViews } from '#app/routes/layouts/change-views.server.ts'
import { Banner } from '#app/ui/kit/banner.tsx'
import { DataFeedsLayout } from './data-feeds-layout.tsx'
import { CustomersPanel } from './customers-panel.tsx'
import { FeedFilter } from './feed-filter.tsx'
import { FeedTable } from './feed-table.tsx'
import {
  formatKindCount,
  kindOfPath,
  activityKindLabels,
  type ActivityKindLabels,
} from './activity-kind-labels.ts'
import { undoInput, undoOf } from './approval-undo.server.ts'
import { PageRule } from './page-rule.tsx'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export { links } from './data-feeds-layout.tsx'
export const meta = siteTitle<{ title?: string }>((feed) => feed?.title ?? 'Data feeds')

const searchInput = z.object({
  state: z.enum(activityStates).optional().catch(undefined),
  source: z.enum(offeredSources).optional().catch(undefined),
  text: z.string().trim().min(1).max(200).optional().catch(undefined),
})

const newestFirst: FeedOrder = { by: 'date', isDescending: true }

export async function loader(args: LoaderFunctionArgs) {
  const context = await requireSite(args)
  const { scope, team } = context
  const { searchParams } = new URL(args.request.url)
  const filter = searchInput.parse(Object.fromEntries(searchParams))
  const kind = kindOfPath(args.request.url)
  const order = readOrder(searchParams.get('sort'), feedOrderKeys) ?? newestFirst
  const { services } = args.context
  const feed = await readActivityFeed(services, scope, {
    kind,
    filter,
    order,
    cursor: searchParams.get('cursor'),
  })
  const chosen = {
    state: filter.state ?? '',
    source: filter.source ?? '',
    text: filter.text ?? '',
  }
  return {
    kind,
    feed,
    chosen,
    order,
    views: await readViews(services, context, { list: kind, params: searchParams }),
    title: activityKindLabels[kind].title,
    isFirst: feed.isFirst,
    isDeleted: searchParams.has('deleted'),
    mayChange: mayDo(team.role, 'site:edit'),
    lacksCustomers: kind === 'signup' && (await mayReadCustomers(services, scope)) === false,
    customersScope,
    // Asked for where it changes what is said.
    hasApp: feed.rows.length === 0 && (await findEmbedLink(services, scope)) !== null,
  }
}

/** A row's own action, "hide {uuid}", is about that row only, whatever is selected. */
function ofRow(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || !('intent' in given)) return given
  const [intent, uuid] = String(given.intent).split(' ')
  return uuid === undefined ? given : { intent, uuid: [uuid] }
}

const changes = z.discriminatedUnion('intent', [
  z.object({
    intent: z.enum(['show', 'hide']),
    uuid: z
      .array(z.uuid())
      .min(1, 'Select at least one row.')
      .max(feedPageSize, 'Select rows on one page only.'),
  }),
  undoInput,
  z.object({ intent: z.literal('rule'), isOn: z.literal('on').optional() }),
  z.object({ intent: z.literal('customers') }),
])
const changeInput = z.preprocess(ofRow, changes)

const ruleOf = {
  purchase: 'preApprovePurchases',
  signup: 'preApproveSignups',
  review: 'preApproveReviews',
} as const

export async function action(args: ActionFunctionArgs) {
  const context = await requireSite(args)
  const { scope, team } = context
  const kind = kindOfPath(args.request.url)
  const { path } = activityKindLabels[kind]
  const viewed = await changeViews(args, context, { list: kind, path })
  if (viewed) return viewed
  requireRight(team, 'site:edit')
  const form = await readForm(args.request, changeInput, ['uuid', 'was'])
  if (!form.ok) {
    const sentence = form.errors['uuid']?.[0]
    return sentence === undefined
      ? invalidFormResponse(form.errors)
      : data({ errors: {}, message: sentence, values: {} }, { status: 422 })
  }

  const { services } = args.context
  if (form.value.intent === 'rule') {
    const isOn = form.value.isOn === 'on'
    await changeOptions(services, scope, { [ruleOf[kind]]: isOn })
    const { many } = activityKindLabels[kind]
    return data<Saved>({
      saved: isOn
        ? `New ${many} from your pages are now approved automatically`
        : `New ${many} from your pages now need your approval`,
    })
  }
  if (form.value.intent === 'customers') {
    await renewScopes(services, scope)
    return data<Saved>({
      saved: 'New customers of your shop now appear as sign-ups',
    })
  }
  if (form.value.intent === 'undo') {
    await restoreApprovals(services, scope, form.value.was)
    return data<Saved>({ saved: 'Change undone' })
  }
  const { intent, uuid: uuids } = form.value
  const approval = intent === 'show' ? 'approved' : 'hidden'
  const change = await setApprovals(services, scope, { uuids, approval })
  const labels = activityKindLabels[kind]
  const saved = describeChange(change, intent, labels)
  return data<Saved>(Object.assign({ saved }, undoOf(labels.path, change.before)))
}

function describeChange(
  { changed, unproven }: { changed: number; unproven: number },
  intent: 'show' | 'hide',
  words: ActivityKindLabels,
): string {
  const done = intent === 'show' ? 'approved' : 'hidden'
  const summary = changed === 0 ? 'No changes needed' : `${formatKindCount(changed, words)} ${done}`
  if (unproven === 0) return summary
  return `${summary}. ${formatKindCount(unproven, words)} can’t be approved because we can’t verify that your site sent ${unproven === 1 ? 'it' : 'them'}.`
}

export default function Activities() {
  const loaded = useLoaderData<typeof loader>()
  const { kind, feed, chosen, order, views, isFirst, mayChange } = loaded
  const words = activityKindLabels[kind]
  const isFiltered = Object.values(chosen).some(Boolean)
  const filters = new URLSearchParams(Object.entries(chosen).filter(([, value]) => value !== ''))
  const query = new URLSearchParams(filters)
  if (!order.isDescending) query.set('sort', writeOrder(order))
  const ofView = withView(filters, views)
  const listQuery = withView(query, views)
  const isNew = feed.rows.length === 0 && !isFiltered && isFirst

  return (
    <DataFeedsLayout>
      <Panel>
        <h2 className="part-title">{words.title}</h2>
        {loaded.isDeleted && <Banner tone="success">{beginLarge(words.one)} deleted</Banner>}
        {isNew ? (
          <Nothing words={words} mayChange={mayChange} hasApp={loaded.hasApp} />
        ) : (
          <>
            <SavedViews {...views} path={words.path} query={query} />
            <FeedFilter
              path={words.path}
              filter={chosen}
              sort={query.get('sort')}
              began={views.began}
            />
            {chosen.text !== '' && (
              <p className="part-lead">
                Searching the latest {searchedRows.toLocaleString('en')} {words.many}. To find older
                ones, search by exact ID.
              </p>
            )}
            {!feed.isPublished && feed.rows.length > 0 && (
              <p className="part-lead">
                No live nudge uses your {words.many} yet.{' '}
                {mayChange && (
                  <Link className="text-link" to="/popup-nudges">
                    Choose a nudge
                  </Link>
                )}
              </p>
            )}
            {feed.rows.length === 0 ? (
              <Empty kind="search" title={`No matching ${words.many}`}>
                Try another status, source or search term.
              </Empty>
            ) : (
              <FeedTable
                key={`${kind} ${feed.rows[0]?.uuid ?? ''}`}
                feed={feed}
                many={words.many}
                sort={sortBy({ path: words.path, query: ofView, order }, 'date', true)}
                mayChange={mayChange}
              />
            )}
            <Pagination
              of={words.many}
              first={isFirst ? null : `${words.path}?${listQuery.toString()}`}
              next={
                feed.nextCursor === null
                  ? null
                  : `${words.path}?${withCursor(listQuery, feed.nextCursor)}`
              }
            />
          </>
        )}
      </Panel>
      {loaded.lacksCustomers && mayChange && <CustomersPanel scope={loaded.customersScope} />}
      <PageRule
        key={kind}
        label={words.rule}
        about={words.ruleAbout}
        isOn={feed.preApproves}
        mayChange={mayChange}
      />
    </DataFeedsLayout>
  )
}

const beginLarge = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`

const withCursor = (query: URLSearchParams, cursor: string) =>
  new URLSearchParams([...query, ['cursor', cursor]]).toString()

type NothingProps = {
  words: ActivityKindLabels
  mayChange: boolean
  /** The site is a shop whose app reports its orders. */
  hasApp: boolean
}

const Nothing = ({ words, mayChange, hasApp }: NothingProps) => (
  <Empty title={`No ${words.many} yet`}>
    {words.empty}
    {mayChange && hasApp && (
      <>
        {' '}
        You can also{' '}
        <Link className="text-link" to="/data-feeds/imports">
          import a file
        </Link>{' '}
        or{' '}
        <Link className="text-link" to="/integrations">
          connect another service
        </Link>
        .
      </>
    )}
    {mayChange && !hasApp && (
      <>
        {' '}
        <Link className="text-link" to="/integrations">
          Connect your shop
        </Link>
        ,{' '}
        {words === activityKindLabels.purchase && (
          <>
            <Link className="text-link" to="/onboarding?step=nudge">
              send your first purchase
            </Link>
            ,{' '}
          </>
        )}
        <Link className="text-link" to="/account/api-tokens">
          create an API token
        </Link>{' '}
        or{' '}
        <Link className="text-link" to="/data-feeds/imports">
          import a file
        </Link>
        .
      </>
    )}
  </Empty>
)
