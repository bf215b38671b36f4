/** Loader and action of all option screens. */
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { requireRight, requireSite } from '#app/auth/guards.server.ts'
import { optionForm, type OptionSection } from '#app/domain/sites/option-inputs.ts'
import { readSiteOptions, withinPlan } from '#app/domain/sites/site-options.server.ts'
import { changeOptions } from '#app/domain/sites/settings.server.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import { invalidFormResponse } from '#app/lib/web/form-responses.server.ts'
import { readForm, readFormData } from '#app/lib/web/forms.ts'
import type { Saved } from '#app/ui/forms/form-fetcher.ts'

export async function loadOptions(args: LoaderFunctionArgs) {
  const { scope, team } = await requireSite(args)
  const { holdoutSince: _holdoutSince, ...shown } = await readSiteOptions(
    args.context.services,
    scope,
  )
  return { ...shown, scope, mayEdit: mayDo(team.role, 'site:edit') }
}

export async function saveOptions(args: ActionFunctionArgs, section: OptionSection) {
  const { scope, team } = await requireSite(args)
  requireRight(team, 'site:edit')
  const { services } = args.context
  const sent = await readFormData(args.request.clone())
  const form = await readForm(args.request, optionForm(section))
  if (!form.ok) return invalidFormResponse(form.errors, textOf(sent))

  const shown = await readSiteOptions(services, scope)
  await changeOptions(services, scope, withinPlan(form.value, shown))
  return data<Saved>({ saved: 'Settings saved. They’re live on your site.' })
}

const textOf = (form: FormData): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
