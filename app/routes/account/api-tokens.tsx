/** The API tokens of the current organization. */
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import {
  requireRight,
  requireTeamContext,
  requireVerified,
  type GuardArgs,
} from '#app/auth/guards.server.ts'
import { requireRecentTwoFactor } from '#app/domain/accounts/two-factor/require-step-up.server.ts'
import { findSite, listSites } from '#app/domain/sites/sites.server.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import type { Membership } from '#app/domain/teams/teams.server.ts'
import {
  listTokens,
  tokenOrderKeys,
  tokenPageSize,
  type TokenOrder,
} from '#app/domain/tokens/token-list.server.ts'
import { expiryOf, newTokenInput, tokenLists } from '#app/domain/tokens/token.ts'
import { createToken } from '#app/domain/tokens/tokens.server.ts'
import { Refusal, refuseField } from '#app/lib/errors.ts'
import { readOrder, writeOrder } from '#app/lib/list-order.ts'
import {
  readSubmittedValues,
  refusedFormResponse,
  invalidFormResponse,
} from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { Banner } from '#app/ui/kit/banner.tsx'
import { NewTabLink } from '#app/ui/links/new-tab-link.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { NewToken, type CreatedToken } from './new-token.tsx'
import { TokenTable } from './token-table.tsx'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export const meta = screenTitle('API tokens')

const path = '/account/api-tokens'
const newestFirst: TokenOrder = { by: 'created', isDescending: true }
const isUsual = (order: TokenOrder) => writeOrder(order) === writeOrder(newestFirst)

const searchInput = z.object({ page: z.coerce.number().int().min(1).max(1000).catch(1) })

export async function loader(args: LoaderFunctionArgs) {
  const { account, team } = await requireTeamContext(args)
  const { services } = args.context
  const now = services.now()
  const { searchParams } = new URL(args.request.url)
  const order = readOrder(searchParams.get('sort'), tokenOrderKeys) ?? newestFirst
  const { page } = searchInput.parse(Object.fromEntries(searchParams))
  const { isVerified } = account
  const seen = { isVerified, now, isDeleted: searchParams.has('deleted'), order, page }
  if (!team) {
    return { ...seen, team: null, mayManage: false, tokens: [], hasNext: false, sites: [] }
  }

  const mayManage = mayDo(team.role, 'tokens:manage')
  // Without the right to manage tokens, people still see and can delete the ones they created.
  const mine = mayManage ? {} : { madeBy: account.id }
  const tokens = await listTokens(services, team.scope, { ...mine, order, page })
  const sites = mayManage ? await listSites(services, team.scope) : []
  return {
    ...seen,
    team: team.name,
    mayManage,
    tokens: tokens.slice(0, tokenPageSize),
    hasNext: tokens.length > tokenPageSize,
    sites: sites.map(({ uuid, name }) => ({ uuid, name })),
  }
}

export async function action(args: ActionFunctionArgs) {
  const { account, team } = await requireTeamContext(args)
  if (!team) throw new Refusal('conflict', 'Create an organization first.')
  requireRight(team, 'tokens:manage')
  requireVerified(account)
  const typed = await readSubmittedValues(args.request, ['name', 'site', 'lifetime'])
  const form = await readForm(args.request, newTokenInput, tokenLists)
  if (!form.ok) return invalidFormResponse(form.errors, typed)

  try {
    const { services } = args.context
    await requireRecentTwoFactor(services, account)
    const siteId = await findSiteId(args, team, form.value.site)
    const expiresAt = expiryOf(form.value.lifetime, services.now())
    const wanted = { team: team.scope, actor: account, siteId, expiresAt }
    const token = await createToken(services, wanted, form.value)
    return data<CreatedToken>({ token }, { headers: { 'Cache-Control': 'no-store' } })
  } catch (error) {
    return refusedFormResponse(error, typed)
  }
}

/** @param uuid empty for all sites */
async function findSiteId({ context }: GuardArgs, { scope }: Membership, uuid: string) {
  if (uuid === '') return null
  const found = await findSite(context.services, scope, uuid)
  if (found) return found.site.id
  throw refuseField('site', 'This site no longer exists. Choose another one.')
}

export default function ApiTokens() {
  const { team, mayManage, isVerified, tokens, sites, now, isDeleted, ...list } =
    useLoaderData<typeof loader>()
  const { order, page, hasNext } = list
  const query = new URLSearchParams(isUsual(order) ? {} : { sort: writeOrder(order) })
  return (
    <div className="parts">
      {isDeleted && <Banner tone="success">Token deleted. Requests with it now fail.</Banner>}
      <Panel>
        <h2 className="part-title">API tokens{team && ` for ${team}`}</h2>
        <p className="part-lead">
          {leadOf(team, mayManage, tokens.length)}{' '}
          <NewTabLink to="/api/docs">API documentation</NewTabLink>
        </p>
        {tokens.length > 0 && <TokenTable tokens={tokens} order={order} now={now} />}
        <Pagination
          of="API tokens"
          first={page === 1 ? null : `${path}?${query.toString()}`}
          next={
            hasNext
              ? `${path}?${new URLSearchParams([...query, ['page', String(page + 1)]]).toString()}`
              : null
          }
        />
      </Panel>
      {mayManage && isVerified && <NewToken sites={sites} />}
      {mayManage && !isVerified && (
        <Panel>
          <p className="part-lead">Confirm your email address to create tokens.</p>
        </Panel>
      )}
    </div>
  )
}

function leadOf(team: string | null, mayManage: boolean, count: number): string {
  if (team === null) return 'API tokens belong to an organization, and you’re not in one yet.'
  const purpose = 'Tokens let other software use the REST API on behalf of this organization.'
  if (mayManage) return count === 0 ? `${purpose} You don’t have any yet.` : purpose
  return `${purpose} Only the owner and admins can create tokens.${count === 0 ? '' : ' These are yours.'}`
}
