/** The shop's products and product feeds. */
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { requireRight, requireSite } from '#app/auth/guards.server.ts'
import {
  addFeed,
  listFeeds,
  queueFeedNow,
  removeFeed,
  feedInput,
} from '#app/domain/products/feeds.server.ts'
import { sourceOfPath } from '#app/domain/images/image-source.server.ts'
import {
  listProducts,
  productOrderKeys,
  setProductHidden,
  type ProductOrder,
} from '#app/domain/products/products.server.ts'
import { planForFeeds } from '#app/domain/products/plan-for-feeds.ts'
import { feedHours } from '#app/domain/products/read-feed.server.ts'
import { readEntitlements } from '#app/domain/plans/team-plan.server.ts'
import { readOrder, writeOrder } from '#app/lib/list-order.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import {
  readSubmittedValues,
  refusedFormResponse,
  invalidFormResponse,
} from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { Empty } from '#app/ui/empty.tsx'
import { siteTitle } from '#app/ui/format/document-title.ts'
import { TextInput } from '#app/ui/forms/fields.tsx'
import { FilterForm } from '#app/ui/forms/filter-form.tsx'
import type { Saved, Undo } from '#app/ui/forms/form-fetcher.ts'
import { SavedViews, ViewInput, withView } from '#app/ui/views/saved-views.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { changeViews, readViews } from '#app/routes/layouts/change-views.server.ts'
import { DataFeedsLayout } from './data-feeds-layout.tsx'
import { FeedList } from './feed-list.tsx'
import { ProductTable } from './product-table.tsx'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export { links } from './data-feeds-layout.tsx'
export const meta = siteTitle('Products')

const productId = z.coerce.number().int().positive()

const searchInput = z.object({
  text: z.string().trim().min(1).max(200).nullable().catch(null).default(null),
})

const byTitle: ProductOrder = { by: 'title', isDescending: false }

export async function loader(args: LoaderFunctionArgs) {
  const context = await requireSite(args)
  const { scope, team } = context
  const { services } = args.context
  const { searchParams } = new URL(args.request.url)
  const { text } = searchInput.parse(Object.fromEntries(searchParams))
  const feeds = await listFeeds(services, scope)
  const order = readOrder(searchParams.get('sort'), productOrderKeys) ?? byTitle
  const page = await listProducts(services, scope, {
    text,
    cursor: searchParams.get('cursor'),
    order,
  })
  return {
    feeds,
    products: page.products.map((product) => ({
      ...product,
      image: sourceOfPath(services.security.secrets, product.image),
    })),
    next: page.next,
    text: text ?? '',
    order,
    views: await readViews(services, context, { list: 'product', params: searchParams }),
    neededPlan: planForFeeds(await readEntitlements(services, scope)),
    hours: feedHours,
    isFirst: page.isFirst,
    now: services.now(),
    mayChange: mayDo(team.role, 'site:edit'),
  }
}

const undoOf = (fields: Readonly<Record<string, string>>): Undo => ({
  to: '/data-feeds/products',
  fields: Object.entries(fields),
})

const changeInput = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('add'), ...feedInput.shape }),
  z.object({ intent: z.enum(['read', 'remove']), uuid: z.uuid() }),
  z.object({ intent: z.enum(['hide', 'show']), id: productId }),
])

export async function action(args: ActionFunctionArgs) {
  const context = await requireSite(args)
  const { scope, team } = context
  const viewed = await changeViews(args, context, {
    list: 'product',
    path: '/data-feeds/products',
  })
  if (viewed) return viewed
  requireRight(team, 'site:edit')
  const { services } = args.context
  const typed = await readSubmittedValues(args.request, ['url'])
  const form = await readForm(args.request, changeInput)
  if (!form.ok) return invalidFormResponse(form.errors, typed)

  const { value } = form
  try {
    switch (value.intent) {
      case 'add':
        await addFeed(services, scope, value.url)
        return data<Saved>({ saved: 'Feed added. We’ll fetch it shortly.' })
      case 'read':
        await queueFeedNow(services, scope, value.uuid)
        return data<Saved>({ saved: 'We’ll fetch the feed shortly' })
      case 'remove':
        await removeFeed(services, scope, value.uuid)
        return data<Saved>({ saved: 'Feed and its products removed' })
      case 'hide':
      case 'show': {
        const isHidden = value.intent === 'hide'
        await setProductHidden(services, scope, { id: value.id, isHidden })
        const undo = undoOf({ intent: isHidden ? 'show' : 'hide', id: String(value.id) })
        return data<Saved>({ saved: isHidden ? 'Product hidden' : 'Product shown', undo })
      }
    }
  } catch (error) {
    return refusedFormResponse(error, typed)
  }
}

export default function Products() {
  const { feeds, products, next, text, order, views, isFirst, neededPlan, hours, now, mayChange } =
    useLoaderData<typeof loader>()
  const filters = new URLSearchParams(text === '' ? {} : { text })
  const query = new URLSearchParams(filters)
  const sort = writeOrder(order)
  const isUsual = sort === writeOrder(byTitle)
  if (!isUsual) query.set('sort', sort)
  const ofView = withView(filters, views)
  const listQuery = withView(query, views)
  const isNew = products.length === 0 && text === '' && isFirst
  return (
    <DataFeedsLayout>
      <Panel>
        <h2 className="part-title">Product feeds</h2>
        <p className="part-lead">
          Add a product feed URL, for example your Google Shopping feed (RSS, Atom or CSV). We fetch
          it every {hours} hours and remove products that are no longer in it.
        </p>
        <FeedList {...{ feeds, now, mayChange, neededPlan }} />
      </Panel>
      <Panel>
        <h2 className="part-title">Products</h2>
        {isNew ? (
          <Empty title="No products yet">
            Products appear here after we fetch your first feed.
          </Empty>
        ) : (
          <>
            <SavedViews {...views} path="/data-feeds/products" query={query} />
            <FilterForm path="/data-feeds/products" values={{ text }}>
              {!isUsual && <input type="hidden" name="sort" value={sort} />}
              <ViewInput began={views.began} />
              <TextInput
                name="text"
                label="Search by name or ID"
                autoComplete="off"
                answer={undefined}
                initial={text}
              />
            </FilterForm>
            {products.length === 0 ? (
              <Empty kind="search" title="No matching products">
                Try another search term.
              </Empty>
            ) : (
              <ProductTable
                products={products}
                sorted={{ path: '/data-feeds/products', query: ofView, order }}
                now={now}
                mayChange={mayChange}
              />
            )}
            <Pagination
              of="products"
              first={isFirst ? null : `/data-feeds/products?${listQuery.toString()}`}
              next={
                next === null
                  ? null
                  : `/data-feeds/products?${new URLSearchParams([...listQuery, ['cursor', next]]).toString()}`
              }
            />
          </>
        )}
      </Panel>
    </DataFeedsLayout>
  )
}
