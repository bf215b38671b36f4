/** Data of the lists of popup nudges and inline nudges. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { requireSite } from '#app/auth/guards.server.ts'
import { nudgeTypes } from '#app/contract/nudges.ts'
import { listIssues, listOrderKeys, listStates } from '#app/presenters/nudge-list/filter.ts'
import { readNudgeList } from '#app/presenters/nudge-list/nudge-list.server.ts'
import { allDefinitions } from '#app/domain/nudges/types/registry.ts'
import { readOrder } from '#app/lib/list-order.ts'
import { readViews } from '#app/routes/layouts/change-views.server.ts'
import { mayDo } from '#app/domain/teams/roles.ts'

const searchInput = z.object({
  state: z.enum(listStates).optional().catch(undefined),
  type: z.enum(nudgeTypes).optional().catch(undefined),
  problem: z.enum(listIssues).optional().catch(undefined),
  text: z.string().trim().min(1).max(80).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(40).catch(1),
  view: z.enum(['archived']).optional().catch(undefined),
})

export async function readListScreen(args: LoaderFunctionArgs, surface: 'popup' | 'inline') {
  const context = await requireSite(args)
  const { scope, site, team } = context
  const { searchParams } = new URL(args.request.url)
  const { page, view, ...filter } = searchInput.parse(Object.fromEntries(searchParams))
  const isArchived = view === 'archived'
  const order = readOrder(searchParams.get('sort'), listOrderKeys)
  const wanted = { surface, isArchived, filter, order, page }
  const { services } = args.context
  const [list, views] = await Promise.all([
    readNudgeList(services, scope, wanted),
    readViews(services, context, { list: surface, params: searchParams }),
  ])
  const { state = '', type = '', problem = '', text = '' } = filter
  return {
    list,
    page,
    isArchived,
    order,
    surface,
    views,
    chosen: { state, type, problem, text },
    host: new URL(site.url).host,
    pausedAt: site.pausedAt,
    types: allDefinitions.map(({ type: value, labels }) => ({ value, label: labels.name })),
    may: { edit: mayDo(team.role, 'site:edit'), pause: mayDo(team.role, 'sites:manage') },
  }
}

export type ListScreen = Awaited<ReturnType<typeof readListScreen>>
