/** Actions on the selected nudges of a list. */
import { data, type ActionFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { requireRight, requireSite } from '#app/auth/guards.server.ts'
import {
  archiveNudges,
  moveNudge,
  switchNudges,
  unarchiveNudges,
} from '#app/domain/nudges/editing/bulk-actions.server.ts'
import { duplicateNudge, removeDrafts } from '#app/domain/nudges/editing/drafts.server.ts'
import { maxNudges } from '#app/domain/nudges/editing/nudge-limits.server.ts'
import { readPosition, moveNudgeByOne } from '#app/presenters/nudge-list/order.server.ts'
import { setPaused } from '#app/domain/sites/settings.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import { invalidFormResponse } from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { listActions, type ListActionResult } from './list-actions.ts'

const changeInput = z.object({
  /** Name of the action, followed by the nudge if it is about a single one. */
  act: z.preprocess(
    (text) => {
      const [name, one] = typeof text === 'string' ? text.split(' ') : []
      return { name, one }
    },
    z.object({ name: z.enum(listActions), one: z.uuid().optional() }),
  ),
  /** For `place`. Moves to the end when empty. */
  before: z.union([z.uuid(), z.literal('')]).optional(),
  uuid: z.array(z.uuid()).max(maxNudges),
})

export async function changeList(args: ActionFunctionArgs, surface: 'popup' | 'inline') {
  const { scope, team, account } = await requireSite(args)
  requireRight(team, 'site:edit')
  const { services } = args.context
  const form = await readForm(args.request, changeInput, ['uuid'])
  if (!form.ok) return invalidFormResponse(form.errors)

  const { act, before, uuid } = form.value
  if (act.name === 'pause' || act.name === 'resume') {
    requireRight(team, 'sites:manage')
    await setPaused(services, scope, act.name === 'pause')
    const saved = act.name === 'pause' ? 'All nudges paused' : 'Nudges resumed'
    return data<ListActionResult>({ saved })
  }
  const uuids = act.one === undefined ? uuid : [act.one]
  const [first] = uuids
  if (first === undefined) return refuse('Select at least one nudge.')

  try {
    switch (act.name) {
      case 'on':
      case 'off': {
        const changed = await switchNudges(services, scope, { uuids, isOn: act.name === 'on' })
        return data<ListActionResult>({ saved: describeSwitched(act.name, changed, uuids.length) })
      }
      case 'archive':
        return data<ListActionResult>({
          saved: `${countOf(await archiveNudges(services, scope, uuids))} archived`,
        })
      case 'restore': {
        const count = await unarchiveNudges(services, scope, uuids)
        return data<ListActionResult>({
          saved: `${countOf(count)} restored and turned off`,
        })
      }
      case 'delete': {
        const deleted = await removeDrafts(services, scope, uuids)
        return data<ListActionResult>({ saved: describeDeleted(deleted, uuids.length) })
      }
      case 'duplicate':
        await duplicateNudge(services, scope, { uuid: first, userId: account.id })
        return data<ListActionResult>({ saved: 'Nudge duplicated. The draft is last in the list.' })
      case 'place':
      case 'up':
      case 'down': {
        const at = { uuid: first, surface }
        if (act.name === 'place') {
          await moveNudge(services, scope, { uuid: first, before: before || null })
        }
        const {
          name,
          position: place,
          of,
        } = act.name === 'place'
          ? await readPosition(services, scope, at)
          : await moveNudgeByOne(services, scope, { ...at, direction: act.name })
        const moved = `${name} moved to position ${String(place)} of ${String(of)}`
        return data<ListActionResult>({ moved, focus: `${act.name} ${first}` })
      }
    }
  } catch (error) {
    if (error instanceof Refusal && error.code === 'conflict') return refuse(error.message)
    throw error
  }
}

const refuse = (message: string) => data({ errors: {}, message, values: {} }, { status: 422 })

const countOf = (count: number) => (count === 1 ? '1 nudge' : `${String(count)} nudges`)

function describeSwitched(act: 'on' | 'off', changed: number, asked: number): string {
  const done = `${countOf(changed)} turned ${act}`
  if (changed === asked || act === 'off') return done
  return `${done}. Drafts must be published from the editor. Other selected nudges were already on.`
}

function describeDeleted(deleted: number, asked: number): string {
  const done = `${countOf(deleted)} deleted`
  return deleted === asked ? done : `${done}. Published nudges stay archived.`
}
