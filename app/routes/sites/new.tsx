/** Adds another site to the organization. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireRight, requireTeamContext } from '#app/auth/guards.server.ts'
import { createSite } from '#app/domain/sites/sites.server.ts'
import { createSiteInput } from '#app/domain/sites/site.ts'
import {
  readSubmittedValues,
  refusedFormResponse,
  invalidFormResponse,
} from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { TextInput } from '#app/ui/forms/fields.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Screen } from '#app/ui/screen.tsx'

export { links } from '#app/ui/site-screens.ts'
export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export const meta = screenTitle('Add a site')

export async function loader(args: LoaderFunctionArgs) {
  const { team } = await requireTeamContext(args)
  // Without an organization, create one first.
  if (!team) throw redirect('/onboarding')
  requireRight(team, 'sites:manage')
  return { organization: team.name }
}

export async function action(args: ActionFunctionArgs) {
  const { account, team } = await requireTeamContext(args)
  if (!team) return redirect('/onboarding')
  requireRight(team, 'sites:manage')
  const typed = await readSubmittedValues(args.request, ['name', 'url'])
  const form = await readForm(args.request, createSiteInput)
  if (!form.ok) return invalidFormResponse(form.errors, typed)

  try {
    const by = { team: team.scope, userId: account.id, actor: account }
    await createSite(args.context.services, by, form.value)
    return redirect('/onboarding?step=install')
  } catch (error) {
    return refusedFormResponse(error, typed)
  }
}

export default function NewSite() {
  const { organization } = useLoaderData<typeof loader>()
  return (
    <Screen
      title="Add a site"
      lead={`Add another ${organization} website with its own nudges, data and statistics. All sites share your plan.`}
    >
      <Panel>
        <ActionForm action="Add site" tone="primary">
          {(answer) => (
            <>
              <TextInput
                name="name"
                label="Site name"
                autoComplete="off"
                helpText="Only your organization sees this."
                answer={answer}
              />
              <TextInput
                name="url"
                label="Site URL"
                type="url"
                autoComplete="url"
                placeholder="https://shop.com"
                answer={answer}
              />
            </>
          )}
        </ActionForm>
      </Panel>
    </Screen>
  )
}
