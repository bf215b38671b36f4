/** Transfers a site to another organization, or deletes it. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { refuseWhileImpersonating, requireRight, requireSite } from '#app/auth/guards.server.ts'
import { deleteSite } from '#app/domain/lifecycle/delete-site.server.ts'
import { transferSite } from '#app/domain/lifecycle/transfer-site.server.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import { listMemberships } from '#app/domain/teams/teams.server.ts'
import {
  readSubmittedValues,
  refusedFormResponse,
  invalidFormResponse,
} from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { productName } from '#app/lib/product.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { SelectInput, TextInput } from '#app/ui/forms/fields.tsx'
import { Panel } from '#app/ui/panel.tsx'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export const meta = () => [{ title: `Danger zone – ${productName}` }]

export async function loader(args: LoaderFunctionArgs) {
  const { account, site, team } = await requireSite(args)
  requireRight(team, 'sites:manage')
  const memberships = await listMemberships(args.context.services, account.id)
  return {
    name: site.name,
    uuid: site.uuid,
    host: new URL(site.url).host,
    organization: team.name,
    others: memberships
      .filter(
        ({ scope, role }) => scope.teamId !== team.scope.teamId && mayDo(role, 'sites:manage'),
      )
      .map(({ scope, name }) => ({ id: scope.teamId, name })),
  }
}

/** The site may have been switched in another tab, to one with the same name. */
const site = z.uuid('This form is about no site.')
const typedName = z.string().min(1, 'Type the name of the site.')

const dangerInput = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('delete'), site, name: typedName }),
  z.object({
    intent: z.literal('hand-over'),
    site,
    team: z.coerce.number('Choose an organization.').int().positive('Choose an organization.'),
    siteName: typedName,
  }),
])

export async function action(args: ActionFunctionArgs) {
  const { account, scope, team } = await requireSite(args)
  requireRight(team, 'sites:manage')
  refuseWhileImpersonating(account)
  const { services } = args.context
  const typed = await readSubmittedValues(args.request, ['name', 'team', 'siteName'])
  const form = await readForm(args.request, dangerInput)
  if (!form.ok) return invalidFormResponse(form.errors, typed)
  if (form.value.site !== scope.siteUuid) {
    return invalidFormResponse(
      { '': ['You have switched to another site. Load this page again.'] },
      typed,
    )
  }

  try {
    switch (form.value.intent) {
      case 'delete':
        await deleteSite(services, { account, site: scope }, form.value.name)
        return redirect('/')
      case 'hand-over': {
        const { team: to, siteName } = form.value
        await transferSite(services, { account, site: scope, to, typedName: siteName })
        return redirect('/')
      }
    }
  } catch (error) {
    return refusedFormResponse(error, typed)
  }
}

export default function Danger() {
  return (
    <div className="parts">
      <TransferSection />
      <Delete />
    </div>
  )
}

function TransferSection() {
  const { name, uuid, host, organization, others } = useLoaderData<typeof loader>()
  return (
    <Panel>
      <h2 className="part-title">Hand the site over</h2>
      <p className="part-lead">
        To another organization in which you may add sites. Pages of {host} go on without a gap; the
        code in them stays as it is.
      </p>
      <ul className="settings-list">
        <li>
          Nudges, activities, products, goals, all figures and a running experiment go with it.
        </li>
        <li>Members of {organization} see it no longer. Reports by mail to them end.</li>
        <li>API tokens for this site alone end.</li>
        <li>
          What was used this month stays counted here. From now on the site uses the plan of the new
          organization, and what that plan does not include is not shown.
        </li>
      </ul>
      {others.length === 0 ? (
        <p className="part-lead">
          There is no other organization in which you may add sites.{' '}
          <Link className="text-link" to="/settings/teams">
            Organizations
          </Link>
        </p>
      ) : (
        <ActionForm
          hidden={{ intent: 'hand-over', site: uuid }}
          action="Hand the site over"
          tone="critical"
        >
          {(answer) => (
            <>
              <SelectInput
                name="team"
                label="New organization"
                initial=""
                options={[
                  { value: '', label: 'Choose an organization' },
                  ...others.map((one) => ({ value: String(one.id), label: one.name })),
                ]}
                answer={answer}
              />
              <TextInput
                name="siteName"
                label={`Type the name of the site: ${name}`}
                autoComplete="off"
                answer={answer}
              />
            </>
          )}
        </ActionForm>
      )}
    </Panel>
  )
}

function Delete() {
  const { name, uuid, host } = useLoaderData<typeof loader>()
  return (
    <Panel>
      <h2 className="part-title">Delete the site</h2>
      <p className="part-lead">This goes with it, at once and for good:</p>
      <ul className="settings-list">
        <li>its nudges: pages of {host} show nothing any more</li>
        <li>its activities, products, goals and all figures</li>
        <li>API tokens that work for this site alone</li>
      </ul>
      <p className="part-lead">
        What your organization has used of its plan this month stays counted.
      </p>
      <ActionForm
        hidden={{ intent: 'delete', site: uuid }}
        action="Delete the site"
        tone="critical"
      >
        {(answer) => (
          <TextInput
            name="name"
            label={`Type its name: ${name}`}
            autoComplete="off"
            answer={answer}
          />
        )}
      </ActionForm>
    </Panel>
  )
}
