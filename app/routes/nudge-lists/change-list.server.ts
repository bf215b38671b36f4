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
import { changeViews } from '#app/routes/layouts/change-views.server.ts'
import { listActions, type ListActionResult } from './list-actions.ts'
import { priorNudges, takeBack, undoArchive, undoState } from './list-undo.server.ts'

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
  /** For `undo`. */
  was: priorNudges,
})

const pathOf = { popup: '/popup-nudges/list', inline: '/inline-nudges' } as const

export async function changeList(args: ActionFunctionArgs, surface: 'popup' | 'inline') {
  const context = await requireSite(args)
  const { scope, team, account } = context
  const viewed = await changeViews(args, context, { list: surface, path: pathOf[surface] })
  if (viewed) return viewed
  requireRight(team, 'site:edit')
  const { services } = args.context
  const form = await readForm(args.request, changeInput, ['uuid', 'was'])
  if (!form.ok) return invalidFormResponse(form.errors)

  const { act, before, uuid, was } = form.value
  const path = pathOf[surface]
  if (act.name === 'pause' || act.name === 'resume') {
    requireRight(team, 'sites:manage')
    await setPaused(services, scope, act.name === 'pause')
    return data<ListActionResult>(
      act.name === 'pause'
        ? { saved: 'All nudges paused', undo: { to: path, fields: [['act', 'resume']] } }
        : { saved: 'Nudges resumed' },
    )
  }
  const uuids = act.one === undefined ? uuid : [act.one]
  const [first] = uuids
  try {
    if (act.name === 'undo') {
      await takeBack(services, scope, was)
      return data<ListActionResult>({ saved: 'Change undone' })
    }
    if (first === undefined) return refuse('Select at least one nudge.')
    switch (act.name) {
      case 'on':
      case 'off': {
        const isOn = act.name === 'on'
        const changed = await switchNudges(services, scope, { uuids, isOn })
        const saved = describeSwitched(act.name, changed.length, uuids.length)
        const undo = undoState(path, changed, isOn ? 'off' : 'on')
        return data<ListActionResult>(Object.assign({ saved }, undo))
      }
      case 'archive': {
        const archived = await archiveNudges(services, scope, uuids)
        const saved = `${countOf(archived.length)} archived`
        return data<ListActionResult>(Object.assign({ saved }, undoArchive(path, archived)))
      }
      case 'restore': {
        const restored = await unarchiveNudges(services, scope, uuids)
        const saved = `${countOf(restored.length)} restored and turned off`
        const undo = undoState(path, restored, 'archived')
        return data<ListActionResult>(Object.assign({ saved }, undo))
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
