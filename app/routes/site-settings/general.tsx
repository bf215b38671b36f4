/** The site's name, URL, category, time zone and logo, and the switch that stops all nudges. */
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { requireRight, requireSite } from '#app/auth/guards.server.ts'
import { sourceOfPhoto } from '#app/domain/images/image-source.server.ts'
import { updateSiteDetails, readSiteDetails } from '#app/domain/sites/site-details.server.ts'
import { siteDetailsInput, timeZones } from '#app/domain/sites/site-details.ts'
import { setPaused } from '#app/domain/sites/settings.server.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import {
  readSubmittedValues,
  refusedFormResponse,
  invalidFormResponse,
} from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { productName } from '#app/lib/product.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { SelectInput, TextInput } from '#app/ui/forms/fields.tsx'
import type { Saved } from '#app/ui/forms/form-fetcher.tsx'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { SettingsForm } from '#app/ui/forms/settings-form.tsx'
import { CategoryChoice } from './category-choice.tsx'
import { LogoSection } from './logo-section.tsx'
import { FormPart } from './option-form.tsx'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export const meta = () => [{ title: `Site settings – ${productName}` }]

export async function loader(args: LoaderFunctionArgs) {
  const { scope, team } = await requireSite(args)
  const { services } = args.context
  const { logoId, ...details } = await readSiteDetails(services, scope)
  return {
    ...details,
    logo: sourceOfPhoto(logoId),
    timeZones,
    mayEdit: mayDo(team.role, 'site:edit'),
    mayManage: mayDo(team.role, 'sites:manage'),
    now: services.now(),
  }
}

const generalInput = z.discriminatedUnion('intent', [
  siteDetailsInput.extend({ intent: z.literal('details') }),
  z.object({ intent: z.literal('pause') }),
  z.object({ intent: z.literal('resume') }),
])

export async function action(args: ActionFunctionArgs) {
  const { scope, team } = await requireSite(args)
  requireRight(team, 'site:edit')
  const { services } = args.context
  const typed = await readSubmittedValues(args.request, ['name', 'url', 'category', 'timeZone'])
  const form = await readForm(args.request, generalInput)
  if (!form.ok) return invalidFormResponse(form.errors, typed)

  const { intent } = form.value
  if (intent !== 'details') {
    requireRight(team, 'sites:manage')
    await setPaused(services, scope, intent === 'pause')
    const saved = intent === 'pause' ? 'All nudges are paused.' : 'Nudges are shown again.'
    return data<Saved>({ saved })
  }
  // The URL decides whose pages count, so it needs a stronger right.
  if (form.value.url !== undefined) requireRight(team, 'sites:manage')
  try {
    await updateSiteDetails(services, scope, form.value)
    return data<Saved>({ saved: 'The settings are saved.' })
  } catch (error) {
    return refusedFormResponse(error, typed)
  }
}

export default function General() {
  const { mayEdit, mayManage, logo, name } = useLoaderData<typeof loader>()
  if (!mayEdit) {
    return (
      <fieldset disabled className="settings-locked">
        <legend className="visually-hidden">Settings, not to be changed by your role</legend>
        <div className="parts">
          <Details />
        </div>
      </fieldset>
    )
  }
  return (
    <div className="parts">
      <SettingsForm hidden={{ intent: 'details' }} className="parts">
        {(answer) => <Details answer={answer} />}
      </SettingsForm>
      <LogoSection logo={logo} name={name} />
      {mayManage && <Pause />}
    </div>
  )
}

function Details({ answer }: { answer?: Parameters<typeof TextInput>[0]['answer'] }) {
  const {
    name,
    url,
    category,
    timeZone,
    timeZones: zones,
    mayManage,
  } = useLoaderData<typeof loader>()
  return (
    <>
      <FormPart title="Site">
        <TextInput
          name="name"
          label="Name"
          autoComplete="off"
          initial={name}
          helpText="Only you and your organization see it."
          answer={answer}
        />
        {mayManage ? (
          <TextInput
            name="url"
            label="Address"
            type="url"
            autoComplete="url"
            initial={url}
            helpText="Pages of this host count, with and without “www.”. What the pixel reports from any other host is kept apart and neither counted nor shown. A new address counts from the moment it is saved."
            answer={answer}
          />
        ) : (
          <p className="settings-note">Address: {url}</p>
        )}
        <SelectInput
          name="timeZone"
          label="Time zone"
          options={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
          initial={timeZone}
          helpText="Where the site’s days begin."
          answer={answer}
        />
      </FormPart>
      <FormPart title="Subject" lead="What the site is about.">
        <CategoryChoice initial={category} answer={answer} />
      </FormPart>
    </>
  )
}

function Pause() {
  const { pausedAt, now } = useLoaderData<typeof loader>()
  return (
    <Panel>
      <h2 className="part-title">Stop all nudges</h2>
      <p className="part-lead">
        {pausedAt === null ? (
          'Pages show no nudge from the same moment on, whatever each nudge says. Nothing is lost.'
        ) : (
          <>
            Nothing is shown. Paused <RelativeTime at={pausedAt} now={now} />.
          </>
        )}
      </p>
      <ActionForm
        hidden={{ intent: pausedAt === null ? 'pause' : 'resume' }}
        action={pausedAt === null ? 'Pause all nudges' : 'Show nudges again'}
      />
    </Panel>
  )
}
