/** Content that the current settings would show. Stores nothing. */
import type { ActionFunctionArgs } from '@remix-run/node'
import { requireSite } from '#app/auth/guards.server.ts'
import { readNudge } from '#app/domain/nudges/editing/load-nudge.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import { previewForm, type EditorPreview } from '#app/presenters/nudge-editor/preview.server.ts'
import { entriesOf, namedNudge } from './editor-action.server.ts'
import { readFormData } from '#app/lib/web/forms.ts'

export { headers } from '#app/platforms/headers.ts'

/** Null: the input isn't complete yet, so the previous preview stays. */
export type DraftPreview = { preview: EditorPreview | null }

export function loader(): never {
  throw new Refusal('method_not_allowed', 'Use POST.')
}

export async function action(args: ActionFunctionArgs) {
  const { scope, site } = await requireSite(args)
  const { services } = args.context
  const nudge = await readNudge(services, scope, namedNudge(args))
  const entries = entriesOf(await readFormData(args.request))
  const sent = { nudge, entries, timeZone: site.timeZone }
  const answer: DraftPreview = { preview: await previewForm(services, scope, sent) }
  return Response.json(answer, { headers: { 'Cache-Control': 'no-store' } })
}
