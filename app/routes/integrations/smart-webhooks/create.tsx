/** Creates a smart webhook: a name, then its address right away, and the first sample. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { isUuid, requireRight, requireSite } from '#app/auth/guards.server.ts'
import { mayDoInPerson } from '#app/auth/impersonated-writes.server.ts'
import { createSmartWebhook } from '#app/domain/connections/smart-webhooks.server.ts'
import { invalidFormResponse, readSubmittedValues } from '#app/lib/web/form-responses.server.ts'
import { listSmartWebhookLines } from '#app/presenters/smart-webhooks/list.server.ts'
import { listRecipes } from '#app/presenters/smart-webhooks/recipes.server.ts'
import { readSmartWebhook } from '#app/presenters/smart-webhooks/smart-webhook.server.ts'
import { isNamedOn } from '#app/platforms/other-systems.ts'
import { Empty } from '#app/ui/empty.tsx'
import { Button } from '#app/ui/kit/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Screen } from '#app/ui/screen.tsx'
import { AddressPanel } from './address-panel.tsx'
import { notFound } from './guards.server.ts'
import { NameForm } from './name-form.tsx'
import { RecipeCards } from './recipe-cards.tsx'
import { SamplesPanel } from './samples-panel.tsx'
import { links } from './styles.ts'
import { WebhookList } from './webhook-list.tsx'

export { headers } from '#app/platforms/headers.ts'
export { outlastOutage as clientLoader } from '#app/ui/polling.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export { links }
export const meta = () => [
  { title: 'Create Smart Webhook' },
  { name: 'description', content: 'Create a custom webhook to track events on your website' },
]

export async function loader(args: LoaderFunctionArgs) {
  const { account, scope, team } = await requireSite(args)
  const { services } = args.context
  const mayChange = mayDoInPerson({ account, team }, 'site:edit')
  const asked = new URL(args.request.url).searchParams.get('webhook')
  if (asked !== null && !isUuid(asked)) throw notFound(args)
  const created =
    asked === null
      ? null
      : await readSmartWebhook(services, scope, { uuid: asked, sample: null, mayChange })
  if (asked !== null && created === null) throw notFound(args)
  return {
    created: created && {
      uuid: created.uuid,
      name: created.name,
      state: created.state,
      address: created.address,
      samples: created.samples,
      now: created.now,
    },
    lines: created === null ? await listSmartWebhookLines(services, scope) : [],
    recipes: listRecipes().filter(({ label, summary }) =>
      isNamedOn(args.context.platform.name, `${label} ${summary}`),
    ),
    mayChange,
  }
}

export async function action(args: ActionFunctionArgs) {
  const { account, scope, team } = await requireSite(args)
  requireRight(team, 'site:edit')
  const typed = await readSubmittedValues(args.request, ['intent', 'name'])
  if (typed['intent'] !== 'create') return invalidFormResponse({ '': ['Enter a name.'] }, typed)
  const input = { name: typed['name'] ?? '', by: account.id }
  const made = await createSmartWebhook(args.context.services, scope, input)
  if (made.ok) return redirect(`/integrations/smart-webhook?webhook=${made.uuid}`)
  const { name } = made.errors.fields
  return invalidFormResponse(
    name === undefined ? { '': [made.errors.form ?? 'Enter a name.'] } : { name: [name] },
    typed,
  )
}

export default function CreateSmartWebhook() {
  const { created, lines, recipes: offered, mayChange } = useLoaderData<typeof loader>()
  if (created) {
    const { uuid, name, address } = created
    return (
      <Screen title={name} lead="Its address works now. Send a test delivery to it.">
        <div className="parts">
          <div className="pair">
            {address && <AddressPanel address={address} />}
            <SamplesPanel
              view={{ ...created, sample: null }}
              path={`/integrations/smart-webhook?webhook=${uuid}`}
            />
          </div>
          {mayChange && (
            <p>
              <Button url={`/integrations/smart-webhook/${uuid}/preset`} variant="primary">
                Next: choose the service
              </Button>
            </p>
          )}
        </div>
      </Screen>
    )
  }
  return (
    <Screen
      title="Create Smart Webhook"
      lead="Any service that can send webhooks can bring purchases, sign-ups, reviews and products. You choose what its fields mean."
    >
      <div className="parts">
        <div className="pair">
          {mayChange ? (
            <Panel>
              <h2 className="part-title">New smart webhook</h2>
              <NameForm action="Create" />
            </Panel>
          ) : (
            <Panel>
              <p className="part-lead">Ask an editor in your organization to create one.</p>
            </Panel>
          )}
          {lines.length > 0 ? (
            <WebhookList lines={lines} />
          ) : (
            <Panel>
              <Empty kind="nudge" title="No smart webhooks yet">
                Create one and send a test delivery to its address. You see its nudge before
                anything goes live.
              </Empty>
            </Panel>
          )}
        </div>
        <section aria-labelledby="ready-made">
          <h2 id="ready-made" className="part-title">
            Ready-made for these services
          </h2>
          <RecipeCards recipes={offered} />
        </section>
        <p>
          <Link className="text-link" to="/integrations">
            All integrations
          </Link>
        </p>
      </div>
    </Screen>
  )
}
