/** Loader and action of all option screens. */
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { requireRight, requireSite } from '#app/auth/guards.server.ts'
import { optionForm, type OptionSection } from '#app/domain/sites/option-inputs.ts'
import { gatesOf } from '#app/domain/plans/entitlements.ts'
import { optionFlags } from '#app/domain/plans/feature-flags.ts'
import { changeWithinPlan, optionsWithinPlan } from '#app/domain/plans/within-plan.ts'
import { readSiteOptions } from '#app/domain/sites/site-options.server.ts'
import { changeOptions } from '#app/domain/sites/settings.server.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import { invalidFormResponse } from '#app/lib/web/form-responses.server.ts'
import { readForm, readFormData } from '#app/lib/web/forms.ts'
import type { Saved } from '#app/ui/forms/form-fetcher.ts'

const gated = optionFlags.map((option) => `options.${option}` as const)

export async function loadOptions(args: LoaderFunctionArgs) {
  const { scope, team } = await requireSite(args)
  const { services } = args.context
  const { options, entitlements } = await readSiteOptions(services, scope)
  return {
    options: optionsWithinPlan(options, entitlements),
    gates: gatesOf(entitlements, gated),
    scope,
    mayEdit: mayDo(team.role, 'site:edit'),
  }
}

export async function saveOptions(args: ActionFunctionArgs, section: OptionSection) {
  const { scope, team } = await requireSite(args)
  requireRight(team, 'site:edit')
  const { services } = args.context
  const sent = await readFormData(args.request.clone())
  const { entitlements, disabled } = await readSiteOptions(services, scope)
  const form = await readForm(args.request, optionForm(section, disabled))
  if (!form.ok) return invalidFormResponse(form.errors, textOf(sent))

  await changeOptions(services, scope, changeWithinPlan(form.value, entitlements))
  return data<Saved>({ saved: 'Settings saved. They’re live on your site.' })
}

const textOf = (form: FormData): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
