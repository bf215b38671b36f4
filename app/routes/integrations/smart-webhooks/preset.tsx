/** A recipe or a mapping of one’s own for a smart webhook. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react'
import { requireRight, requireSite } from '#app/auth/guards.server.ts'
import { changeSettings } from '#app/domain/connections/change-settings.server.ts'
import { findSmartWebhook, recipeSettings } from '#app/domain/connections/smart-webhooks.server.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import { siteTitle } from '#app/ui/format/document-title.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { invalidFormResponse, readSubmittedValues } from '#app/lib/web/form-responses.server.ts'
import { listRecipes, readRecipe } from '#app/presenters/smart-webhooks/recipes.server.ts'
import { isNamedOn } from '#app/platforms/other-systems.ts'
import { Banner } from '#app/ui/kit/banner.tsx'
import { Button } from '#app/ui/kit/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Screen } from '#app/ui/screen.tsx'
import { notFound, uuidOf } from './guards.server.ts'
import { links } from './styles.ts'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export { links }
export const meta = siteTitle('Choose a service')

const custom = 'custom'

export async function loader(args: LoaderFunctionArgs) {
  const { scope, team } = await requireSite(args)
  const found = await findSmartWebhook(args.context.services, scope, uuidOf(args))
  if (!found) throw notFound(args)
  const { settings, connection } = found
  return {
    uuid: connection.uuid,
    name: settings.name,
    chosen: settings.recipe ?? custom,
    hasMapping: settings.mapping !== null,
    isActive: settings.isActive,
    recipes: listRecipes().filter(
      ({ id, label, summary }) =>
        id === settings.recipe || isNamedOn(args.context.platform.name, `${label} ${summary}`),
    ),
    mayChange: mayDo(team.role, 'site:edit'),
  }
}

export async function action(args: ActionFunctionArgs) {
  const { scope, team } = await requireSite(args)
  requireRight(team, 'site:edit')
  const { services } = args.context
  const found = await findSmartWebhook(services, scope, uuidOf(args))
  if (!found) throw notFound(args)
  const { preset = '' } = await readSubmittedValues(args.request, ['preset'])
  if (preset !== custom && !readRecipe(preset)) {
    return invalidFormResponse({ '': ['Choose a service from the list.'] })
  }
  const { connection, settings } = found
  const isOther = preset !== (settings.recipe ?? custom)
  const chosen =
    preset === custom
      ? { recipe: undefined, ...(isOther ? { mapping: null } : {}) }
      : { ...recipeSettings(preset), ...(isOther ? { isActive: false } : {}) }
  const stops = isOther ? { isActive: false } : {}
  const changed = await changeSettings(services, connection, { ...chosen, ...stops })
  if (!changed.ok) return invalidFormResponse({ '': [changed.errors.form ?? 'Try again.'] })
  return redirect(`/integrations/smart-webhook/${connection.uuid}/edit`)
}

export default function PresetScreen() {
  const view = useLoaderData<typeof loader>()
  const { uuid, name, chosen, hasMapping, isActive, recipes: offered, mayChange } = view
  const answer = useActionData<FormResponse>()
  const refusal = answer?.errors['']?.join(' ')
  return (
    <Screen title="Choose a service" lead={name}>
      <div className="parts">
        <div role="alert">{refusal && <Banner tone="critical">{refusal}</Banner>}</div>
        {hasMapping && mayChange && (
          <Banner tone="info">
            Choosing another service replaces the fields that are set up now
            {isActive ? ', and stops the webhook until you activate it again' : ''}.
          </Banner>
        )}
        <Panel>
          <Form method="post" className="form">
            <fieldset className="preset-list stack gap-8 plain-group" disabled={!mayChange}>
              <legend className="part-title">What sends the deliveries?</legend>
              {offered.map(({ id, label, summary }) => (
                <Preset key={id} value={id} isChosen={id === chosen} label={label}>
                  {summary}
                </Preset>
              ))}
              <Preset value={custom} isChosen={chosen === custom} label="Another service">
                You choose what the fields of a sample mean. We suggest a beginning.
              </Preset>
            </fieldset>
            {mayChange && (
              <Button submit variant="primary">
                Continue
              </Button>
            )}
          </Form>
        </Panel>
        <p>
          <Link className="text-link" to={`/integrations/smart-webhook/${uuid}/edit`}>
            Fields of {name}
          </Link>
        </p>
      </div>
    </Screen>
  )
}

type PresetProps = { value: string; label: string; isChosen: boolean; children: string }

const Preset = ({ value, label, isChosen, children }: PresetProps) => (
  <label className="choice-card">
    <input type="radio" name="preset" value={value} defaultChecked={isChosen} />
    <span>
      <strong>{label}</strong>
      <span className="table__below muted">{children}</span>
    </span>
  </label>
)
