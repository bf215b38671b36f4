/** Actions of the onboarding forms. */
import { data, redirect, type ActionFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { requireRight, requireAccountContext, type SiteContext } from '#app/auth/guards.server.ts'
import { nudgeTypes } from '#app/contract/nudges.ts'
import { pathBeginning } from '#app/contract/site-options.ts'
import { skipStep } from '#app/domain/accounts/profile/skip-step.server.ts'
import { setApproval, setApprovals } from '#app/domain/activities/approval.server.ts'
import { createPreviewLink } from '#app/domain/serving/preview-link.server.ts'
import type { PreviewSubject } from '#app/domain/serving/preview-token.server.ts'
import { acceptCheckoutPage } from '#app/presenters/onboarding/checkout-pages.server.ts'
import { createFirstNudge } from '#app/presenters/onboarding/first-nudge.server.ts'
import { readOnboardingProgress } from '#app/presenters/onboarding/progress.server.ts'
import { skippable, nextOnboardingStep, firstGoals } from '#app/presenters/onboarding/steps.ts'
import { Refusal } from '#app/lib/errors.ts'
import {
  readSubmittedValues,
  refusedFormResponse,
  invalidFormResponse,
} from '#app/lib/web/form-responses.server.ts'
import { readForm } from '#app/lib/web/forms.ts'
import type { Services } from '#app/services.ts'
import type { Saved } from '#app/ui/forms/form-fetcher.ts'
import type { MadeLink } from '#app/ui/nudge-preview/nudge-preview-link.tsx'
import { addSite, correctSite, newSiteInput, usePlainUrl } from './add-site.server.ts'
import { publishFirst, writeMessage } from './publish-first.server.ts'
import { lookAtHomePage, applyShopColor } from './home-page.server.ts'
import { mostWaiting, nudgeInAddress } from './read-step.server.ts'

/** Only orders that their owner was shown, so they are named one by one. */
const orders = z
  .string()
  .transform((joined) => joined.split(','))
  .pipe(z.array(z.uuid('Choose an order.')).min(1).max(mostWaiting))

const stepInput = z.discriminatedUnion('intent', [
  z.object({ intent: z.enum(['site', 'correct']), ...newSiteInput }),
  z.object({ intent: z.literal('skip'), step: z.enum(skippable) }),
  z.object({ intent: z.literal('choose'), type: z.enum(nudgeTypes, 'Choose a type.') }),
  z.object({ intent: z.literal('write'), title: z.string(), text: z.string() }),
  z.object({ intent: z.enum(['preview', 'visit', 'use-http', 'look', 'use-color']) }),
  z.object({ intent: z.literal('approve'), activities: orders }),
  z.object({ intent: z.literal('use-checkout'), path: pathBeginning }),
  z.object({
    intent: z.literal('publish'),
    holdout: z.literal('on').optional(),
    calm: z.literal('on').optional(),
    goal: z.enum(firstGoals).default('none'),
    pattern: z.string().default(''),
  }),
])

const typedNames = ['url', 'organization', 'category', 'title', 'text', 'goal', 'pattern']

export async function submitStep(args: ActionFunctionArgs) {
  const accountContext = await requireAccountContext(args)
  const { siteContext, account } = accountContext
  const { services, clientAddress: address } = args.context
  const typed = await readSubmittedValues(args.request, typedNames)
  const form = await readForm(args.request, stepInput)
  if (!form.ok) return invalidFormResponse(form.errors, typed)

  const input = form.value
  try {
    if (input.intent === 'site')
      return await addSite(services, { ...accountContext, address }, input)
    if (!siteContext) return redirect('/onboarding')
    if (input.intent === 'correct') {
      return await correctSite(services, { ...siteContext, address }, input)
    }

    if (input.intent === 'use-http') {
      return await usePlainUrl(services, { ...siteContext, address })
    }

    requireRight(siteContext.team, 'site:edit')
    const named = nudgeInAddress(args.request)
    switch (input.intent) {
      case 'skip': {
        if (!account.impersonator) await skipStep(services, account.id, input.step)
        const progress = await readOnboardingProgress(services, account.id, siteContext)
        const next = nextOnboardingStep(progress, input.step)
        return redirect(next === null ? '/' : `/onboarding?step=${next}`)
      }
      case 'choose':
        return redirect(publishPath(await begin(services, siteContext, input.type)))
      case 'preview': {
        const uuid = named ?? (await begin(services, siteContext, 'purchase'))
        return await linkResponse(services, siteContext, { kind: 'nudge', uuid })
      }
      case 'look':
        return await lookAtHomePage(services, {
          ...siteContext,
          address,
          shell: args.context.platform.name,
        })
      case 'approve': {
        return await approveOrders(services, siteContext, input.activities)
      }
      case 'use-checkout':
        await acceptCheckoutPage(services, siteContext.scope, input.path)
        return data<Saved>({ saved: 'Checkout page added' })
      case 'use-color':
        return await applyShopColor(services, siteContext)
      case 'visit':
        return await linkResponse(services, siteContext, { kind: 'live' })
      case 'write':
        if (named === null) return redirect('/onboarding?step=nudge')
        await writeMessage(services, siteContext, { uuid: named, content: input })
        return redirect(publishPath(named))
      case 'publish': {
        const uuid = named ?? (await begin(services, siteContext, 'purchase'))
        await publishFirst(services, siteContext, { uuid, ...input })
        return redirect(publishPath(uuid))
      }
    }
  } catch (error) {
    if (error instanceof Refusal && error.code === 'conflict') {
      return invalidFormResponse({ '': [error.message] }, typed)
    }
    return refusedFormResponse(error, typed)
  }
}

/** A single order is refused with a reason. In a batch, approves those that it can. */
async function approveOrders(services: Services, { scope }: SiteContext, uuids: readonly string[]) {
  const [uuid, second] = uuids
  if (uuid !== undefined && second === undefined) {
    await setApproval(services, scope, { uuid, approval: 'approved' })
    return data<Saved>({ saved: 'Order approved' })
  }
  const { changed } = await setApprovals(services, scope, { uuids, approval: 'approved' })
  return data<Saved>({
    saved: changed === 1 ? 'Order approved' : `${String(changed)} orders approved`,
  })
}

async function linkResponse(
  services: Services,
  { scope }: SiteContext,
  subject: PreviewSubject,
): Promise<Response> {
  const made: MadeLink = { link: await createPreviewLink(services, scope, subject) }
  return Response.json(made, { headers: { 'Cache-Control': 'no-store' } })
}

const publishPath = (uuid: string) => `/onboarding?step=publish&nudge=${uuid}`

const begin = (
  services: Services,
  { scope, account }: SiteContext,
  type: (typeof nudgeTypes)[number],
) => createFirstNudge(services, scope, { type, userId: account.id })
