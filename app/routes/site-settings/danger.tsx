/** Transfers a site to another organization, or deletes it. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { requireRight, requireSite } from '#app/auth/guards.server.ts'
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
import { siteTitle } from '#app/ui/format/document-title.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { SelectInput, TextInput } from '#app/ui/forms/fields.tsx'
import { Panel } from '#app/ui/panel.tsx'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export const meta = siteTitle('Transfer or delete')

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
const site = z.uuid('No site selected.')
const typedName = z.string().min(1, 'Enter the site name.')

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
  const { services } = args.context
  const typed = await readSubmittedValues(args.request, ['name', 'team', 'siteName'])
  const form = await readForm(args.request, dangerInput)
  if (!form.ok) return invalidFormResponse(form.errors, typed)
  if (form.value.site !== scope.siteUuid) {
    return invalidFormResponse(
      { '': ['You’ve switched to another site. Reload this page.'] },
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
      <h2 className="part-title">Transfer site</h2>
      <p className="part-lead">
        Move this site to another organization where you can add sites. Nudges on {host} keep
        running, and the installed code stays the same.
      </p>
      <ul className="stack gap-4 bullets mb-12">
        <li>Nudges, data, products, goals, statistics and any running experiment move with it.</li>
        <li>Members of {organization} lose access and stop getting email reports.</li>
        <li>API tokens for this site only are revoked, and its webhooks are deleted.</li>
        <li>
          This month’s usage so far stays with this organization. From then on, the site uses the
          new organization’s plan and its features.
        </li>
      </ul>
      {others.length === 0 ? (
        <p className="part-lead">
          You don’t have another organization where you can add sites.{' '}
          <Link className="text-link" to="/settings/teams">
            Organizations
          </Link>
        </p>
      ) : (
        <ActionForm
          hidden={{ intent: 'hand-over', site: uuid }}
          action="Transfer site"
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
                label={`Type “${name}” to confirm`}
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
      <h2 className="part-title">Delete site</h2>
      <p className="part-lead">This permanently deletes:</p>
      <ul className="stack gap-4 bullets mb-12">
        <li>all nudges on {host}</li>
        <li>its data, products, goals and statistics</li>
        <li>API tokens for this site only, and webhooks</li>
      </ul>
      <p className="part-lead">This month’s usage still counts toward your plan.</p>
      <ActionForm hidden={{ intent: 'delete', site: uuid }} action="Delete site" tone="critical">
        {(answer) => (
          <TextInput
            name="name"
            label={`Type “${name}” to confirm`}
            autoComplete="off"
            answer={answer}
          />
        )}
      </ActionForm>
    </Panel>
  )
}
