/** Saved views of a list: what its loader shows, and the part of its action that changes them. */
import { data, type ActionFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import {
  maxViewName,
  stateOfViews,
  viewParameter,
  viewQuery,
  type SavedView,
  type ViewList,
} from '#app/domain/views/view.ts'
import {
  changeView,
  deleteView,
  listSavedViews,
  renameView,
  saveView,
} from '#app/domain/views/views.server.ts'
import type { SiteContext } from '#app/auth/guards.server.ts'
import type { Services } from '#app/services.ts'
import { invalidFormResponse, refusedFormResponse } from '#app/lib/web/form-responses.server.ts'
import { readForm, readFormData } from '#app/lib/web/forms.ts'
import type { Saved, Undo } from '#app/ui/forms/form-fetcher.ts'

type Person = Pick<SiteContext, 'scope' | 'account'>

/** @param params of the list’s address; ignores a view in it that no longer exists */
export async function readViews(
  services: Services,
  { scope, account }: Person,
  { list, params }: { list: ViewList; params: URLSearchParams },
) {
  const views = await listSavedViews(services, scope, { userId: account.id, list })
  const { current } = stateOfViews(views, viewQuery(list, params), params.get(viewParameter))
  return { list, views, began: current?.uuid ?? null }
}

const viewName = z
  .string('Enter a name.')
  .trim()
  .min(1, 'Enter a name.')
  .max(maxViewName, `Use ${String(maxViewName)} characters or fewer.`)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Use a name without line breaks.')

const query = z.string().max(2000)

const changeInput = z.discriminatedUnion('view', [
  z.object({ view: z.literal('save'), name: viewName, query }),
  z.object({ view: z.literal('rename'), uuid: z.uuid(), name: viewName }),
  z.object({ view: z.literal('change'), uuid: z.uuid(), query }),
  z.object({ view: z.literal('delete'), uuid: z.uuid() }),
])

/**
 * Everyone who sees a list may name views of it, as they change nothing for others.
 *
 * @returns null when the form isn't about views
 * @throws Refusal `not_found`
 */
export async function changeViews(
  { request, context: { services } }: ActionFunctionArgs,
  { scope, account }: Person,
  { list, path }: { list: ViewList; path: string },
) {
  if (!(await readFormData(request.clone())).has('view')) return null
  const form = await readForm(request, changeInput)
  if (!form.ok) return invalidFormResponse(form.errors)

  const place = { userId: account.id, list }
  const { value } = form
  const undo = (fields: Record<string, string>): Undo => ({
    to: path,
    fields: Object.entries(fields),
  })
  try {
    switch (value.view) {
      case 'save':
        await saveView(services, scope, { ...place, ...value })
        return data<Saved>({ saved: 'View saved' })
      case 'rename':
        await renameView(services, scope, { ...place, ...value })
        return data<Saved>({ saved: 'View renamed' })
      case 'change': {
        const { uuid, query: before } = await changeView(services, scope, { ...place, ...value })
        return data<Saved>({
          saved: 'View updated',
          undo: undo({ view: 'change', uuid, query: before }),
        })
      }
      case 'delete': {
        const deleted: SavedView = await deleteView(services, scope, { ...place, ...value })
        const { name, query: kept } = deleted
        return data<Saved>({
          saved: 'View deleted',
          undo: undo({ view: 'save', name, query: kept }),
        })
      }
    }
  } catch (error) {
    return refusedFormResponse(error)
  }
}
