/** Previews the current options. Stores nothing. A GET, so no loader revalidates. */
import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { isRouteErrorResponse, type ClientLoaderFunctionArgs } from '@remix-run/react'
import { z } from 'zod'
import { requireSite } from '#app/auth/guards.server.ts'
import { describeExamples, type Example } from '#app/presenters/look-preview/example-texts.ts'
import { optionForm, optionSections } from '#app/domain/sites/option-inputs.ts'
import { readSiteOptions } from '#app/domain/sites/site-options.server.ts'
import {
  previewLook,
  type LookPreview,
} from '#app/presenters/look-preview/preview-options.server.ts'
import { invalidFormResponse } from '#app/lib/web/form-responses.server.ts'
import { validateInput } from '#app/lib/web/forms.ts'

export { headers } from '#app/platforms/headers.ts'

/** Null: the input isn't complete yet, so the previous preview stays. */
export type LookPreviewResponse = { look: LookPreview | null; examples: readonly Example[] }

const query = z.object({ intent: z.enum(optionSections) })

export async function loader(args: LoaderFunctionArgs) {
  const { scope } = await requireSite(args)
  const { services } = args.context
  const typed = Object.fromEntries(new URL(args.request.url).searchParams)
  const asked = validateInput(query, typed)
  if (!asked.ok) return invalidFormResponse(asked.errors)
  const { options, disabled } = await readSiteOptions(services, scope)
  const form = validateInput(optionForm(asked.value.intent, disabled), typed)
  if (!form.ok) return { look: null, examples: [] } satisfies LookPreviewResponse

  const wanted = { ...options, ...form.value }
  const preview: LookPreviewResponse =
    asked.value.intent === 'look'
      ? { look: await previewLook(services, scope, wanted), examples: [] }
      : { look: null, examples: describeExamples(wanted) }
  return data(preview, { headers: { 'Cache-Control': 'no-store' } })
}

/** A failed preview must not replace the form. The previous one stays. */
export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs): Promise<unknown> {
  try {
    return await serverLoader()
  } catch (error) {
    if (error instanceof TypeError || isRouteErrorResponse(error)) return null
    throw error
  }
}
