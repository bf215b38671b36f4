/** Where a site is deleted. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { refuseWhileImpersonating, requireRight, requireSite } from '#app/auth/guards.server.ts'
import { deleteSite } from '#app/domain/sites/delete-site.server.ts'
import { readTyped, refusedForm, wrongForm } from '#app/lib/form-answers.server.ts'
import { readForm } from '#app/lib/forms.ts'
import { productName } from '#app/lib/product.ts'
import { TextInput } from '#app/ui/fields.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { SavedForm } from '#app/ui/saved-form.tsx'

export { headers } from '#app/platforms/headers.ts'
export { keepForm as clientAction, skipAfterFault as shouldRevalidate } from '#app/ui/keep-form.ts'
export const meta = () => [{ title: `Danger zone – ${productName}` }]

export async function loader(args: LoaderFunctionArgs) {
  const { site, team } = await requireSite(args)
  requireRight(team, 'sites:manage')
  return { name: site.name, uuid: site.uuid, host: new URL(site.url).host }
}

const deleteInput = z.object({
  intent: z.literal('delete'),
  /** Another tab may have switched to another site of the same name. */
  site: z.uuid('This form is about no site.'),
  name: z.string().min(1, 'Type the name of the site.'),
})

export async function action(args: ActionFunctionArgs) {
  const { account, scope, team } = await requireSite(args)
  requireRight(team, 'sites:manage')
  refuseWhileImpersonating(account)
  const typed = await readTyped(args.request, ['name'])
  const form = await readForm(args.request, deleteInput)
  if (!form.ok) return wrongForm(form.errors, typed)
  if (form.value.site !== scope.siteUuid) {
    return wrongForm({ name: ['You have switched to another site. Load this page again.'] }, typed)
  }

  try {
    const by = { actor: account, site: scope }
    await deleteSite(args.context.services, by, form.value.name)
    return redirect('/')
  } catch (error) {
    return refusedForm(error, typed)
  }
}

export default function Danger() {
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
      <SavedForm hidden={{ intent: 'delete', site: uuid }} action="Delete the site" tone="critical">
        {(answer) => (
          <TextInput
            name="name"
            label={`Type its name: ${name}`}
            autoComplete="off"
            answer={answer}
          />
        )}
      </SavedForm>
    </Panel>
  )
}
