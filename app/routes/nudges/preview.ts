/** What the current settings would show. Stores nothing. */
import type { ActionFunctionArgs } from '@remix-run/node'
import { requireSite } from '#app/auth/guards.server.ts'
import { readNudge } from '#app/domain/nudges/editing/load-nudge.server.ts'
import { readTeamPlan } from '#app/domain/plans/team-plan.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import {
  validateDraft,
  editedTypeOf,
  namedNudge,
  previewSettings,
  type EditorPreview,
} from './editor.server.ts'

export { headers } from '#app/platforms/headers.ts'

/** Null: the input isn't complete yet, so the previous preview stays. */
export type DraftPreview = { preview: EditorPreview | null }

export function loader(): never {
  throw new Refusal('method_not_allowed', 'Ask with POST.')
}

export async function action(args: ActionFunctionArgs) {
  const { scope, site } = await requireSite(args)
  const { services } = args.context
  const kind = editedTypeOf(await readNudge(services, scope, namedNudge(args)), site.timeZone)
  const plan = await readTeamPlan(services, scope)
  const validated = validateDraft(kind, await args.request.formData(), plan)
  const { settings } = validated.ok ? validated : { settings: null }
  const preview = settings && (await previewSettings(services, scope, { kind, settings }))
  const answer: DraftPreview = { preview }
  return Response.json(answer, { headers: { 'Cache-Control': 'no-store' } })
}
