/** Shared by the libraries of popup nudges and inline nudges. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { requireRight, requireSite } from '#app/auth/guards.server.ts'
import { nudgeTypes } from '#app/contract/nudges.ts'
import { blockSelector } from '#app/contract/theme-blocks.ts'
import { createNudge } from '#app/domain/nudges/editing/drafts.server.ts'
import { findBlockLink } from '#app/domain/shops/shops.server.ts'
import { nudgeDefinitions } from '#app/domain/nudges/types/registry.ts'
import { nudgeFlag } from '#app/domain/plans/feature-flags.ts'
import { readEntitlements } from '#app/domain/plans/team-plan.server.ts'
import { readGallery } from '#app/presenters/nudge-list/gallery.server.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import { Refusal } from '#app/lib/errors.ts'
import { refusedFormResponse, invalidFormResponse } from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import { readSubject } from './subjects.ts'

export async function readGalleryScreen(args: LoaderFunctionArgs, surface: 'popup' | 'inline') {
  const { scope, site, team } = await requireSite(args)
  const { services } = args.context
  const [gallery, { neededPlan }] = await Promise.all([
    readGallery(services, scope, surface),
    readEntitlements(services, scope),
  ])
  return {
    ...gallery,
    types: gallery.types.map((one) => ({
      ...one,
      /** The plan that has the type; null: the current one does. */
      neededPlan: neededPlan(nudgeFlag(one.type, surface)),
    })),
    surface,
    subject: readSubject(new URL(args.request.url).searchParams),
    siteUuid: site.uuid,
    mayEdit: mayDo(team.role, 'site:edit'),
  }
}

export type GalleryScreen = Awaited<ReturnType<typeof readGalleryScreen>>

const beginInput = z.object({ type: z.enum(nudgeTypes, 'Choose a type.') })

export async function beginNudge(args: ActionFunctionArgs, surface: 'popup' | 'inline') {
  const { scope, team, account } = await requireSite(args)
  requireRight(team, 'site:edit')
  const form = await readForm(args.request, beginInput)
  if (!form.ok) return invalidFormResponse(form.errors)

  const { type } = form.value
  try {
    const { services } = args.context
    const hasBlock = surface === 'inline' && (await findBlockLink(services, scope, type)) !== null
    const uuid = await createNudge(services, scope, {
      type,
      surface,
      placement: hasBlock ? { selector: blockSelector(type), where: 'append' } : null,
      name: nudgeDefinitions[type].labels.name,
      userId: account.id,
    })
    return redirect(`/nudges/${uuid}`)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'conflict') {
      return invalidFormResponse({ '': [error.message] })
    }
    return refusedFormResponse(error)
  }
}
