/** One API token: edit name and abilities, delete it. */
import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { requireRight, requireTeamContext } from '#app/auth/guards.server.ts'
import { requireRecentTwoFactor } from '#app/domain/accounts/two-factor/require-step-up.server.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import { numericId } from '#app/domain/teams/team.ts'
import { changeToken, deleteToken, listTokens } from '#app/domain/tokens/token-list.server.ts'
import { tokenInput, tokenLists } from '#app/domain/tokens/token.ts'
import { pageNotFound } from '#app/lib/errors.ts'
import {
  readSubmittedValues,
  refusedFormResponse,
  invalidFormResponse,
} from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { formatDateTime } from '#app/ui/format/format-time.ts'
import { TextInput } from '#app/ui/forms/fields.tsx'
import { Abilities } from './abilities.tsx'
import { Section, StoredSection } from './section.tsx'
import type { Saved } from '#app/ui/forms/form-fetcher.ts'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export const meta = screenTitle('API token')

/** A token of the current organization. Without the right to manage tokens, only one's own. */
async function requireNamedToken(args: LoaderFunctionArgs) {
  const { account, team } = await requireTeamContext(args)
  const id = numericId.safeParse(args.params['id'])
  const mayManage = team !== null && mayDo(team.role, 'tokens:manage')
  if (team && id.success) {
    const wanted = { id: id.data, ...(mayManage ? {} : { madeBy: account.id }) }
    const [token] = await listTokens(args.context.services, team.scope, wanted)
    if (token) return { account, team, token, mayManage }
  }
  throw pageNotFound(args.request)
}

export async function loader(args: LoaderFunctionArgs) {
  const { token, mayManage } = await requireNamedToken(args)
  return { token, mayManage }
}

export async function action(args: ActionFunctionArgs) {
  const { account, team, token } = await requireNamedToken(args)
  const { services } = args.context
  const typed = await readSubmittedValues(args.request, ['name'])
  const form = await readForm(args.request, tokenInput, tokenLists)
  if (!form.ok) return invalidFormResponse(form.errors, typed)

  const which = { team: team.scope, actor: account, id: token.id }
  try {
    switch (form.value.intent) {
      case 'change':
        requireRight(team, 'tokens:manage')
        await requireRecentTwoFactor(services, account)
        await changeToken(services, which, form.value)
        return data<Saved>({ saved: 'Token saved' })
      case 'delete':
        await deleteToken(services, which)
        return redirect('/account/api-tokens?deleted')
    }
  } catch (error) {
    return refusedFormResponse(error, typed)
  }
}

export default function ApiToken() {
  const { token, mayManage } = useLoaderData<typeof loader>()
  const { name, abilities, site, expiresAt } = token
  return (
    <div className="parts">
      {mayManage && (
        <StoredSection
          intent="change"
          title={`API token ${name}`}
          lead={`Works for ${site ?? 'all sites'} and ${expiresAt ? `expires ${formatDateTime(expiresAt)}` : 'never expires'}. To change the site or expiry date, create a new token.`}
          action="Save token"
        >
          {(answer) => (
            <>
              <TextInput
                name="name"
                label="Name"
                autoComplete="off"
                initial={name}
                answer={answer}
              />
              <Abilities answer={answer} initial={abilities} />
            </>
          )}
        </StoredSection>
      )}
      <Section
        intent="delete"
        title={`Delete “${name}”`}
        lead="Requests with this token will start failing immediately. You can’t undo this."
        action="Delete token"
        isDangerous
      >
        {() => null}
      </Section>
      <p>
        <Link className="text-link" to="/account/api-tokens">
          Back to API tokens
        </Link>
      </p>
    </div>
  )
}
