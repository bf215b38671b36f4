/** Mutations of the Admin API: what an app can change in a shop. */
import { z } from 'zod'
import { gid, idIn, type Subscription } from '../state/shop-state.ts'
import { refusedMutations } from '../refusals/operations.ts'
import { requireScope, type ApiContext } from './api-context.ts'
import { DocumentRefused, type ApiObject, type Arguments } from './answer-document.ts'
import {
  metafieldObject,
  purchaseObject,
  requireInstallation,
  subscriptionObject,
  webPixelObject,
} from './shop-objects.ts'

const amount = z.union([z.string(), z.number()]).transform((value) => Number(value).toFixed(2))
const price = z.strictObject({ amount, currencyCode: z.string().length(3) })
const interval = z.enum(['EVERY_30_DAYS', 'ANNUAL'])

const subscriptionInput = z.strictObject({
  name: z.string().min(1),
  returnUrl: z.url(),
  test: z.boolean().nullish(),
  trialDays: z.int().min(0).nullish(),
  replacementBehavior: z
    .enum(['APPLY_IMMEDIATELY', 'APPLY_ON_NEXT_BILLING_CYCLE', 'STANDARD'])
    .nullish(),
  lineItems: z.array(
    z.strictObject({
      plan: z.strictObject({
        appRecurringPricingDetails: z
          .strictObject({ price, interval: interval.nullish(), discount: z.unknown().optional() })
          .nullish(),
        appUsagePricingDetails: z
          .strictObject({ cappedAmount: price, terms: z.string() })
          .nullish(),
      }),
    }),
  ),
})

const purchaseInput = z.strictObject({
  name: z.string().min(1),
  price,
  returnUrl: z.url(),
  test: z.boolean().nullish(),
})

const metafieldsInput = z.strictObject({
  metafields: z
    .array(
      z.strictObject({
        ownerId: z.string(),
        namespace: z.string().nullish(),
        key: z.string().min(2).max(64),
        type: z.string().nullish(),
        value: z.string(),
        compareDigest: z.string().nullish(),
      }),
    )
    .max(25),
})

const pixelInput = z.strictObject({
  id: z.string().optional(),
  webPixel: z.strictObject({ settings: z.union([z.string(), z.record(z.string(), z.unknown())]) }),
})

/** @throws DocumentRefused as the platform does for variables of the wrong shape */
function read<T>(shape: z.ZodType<T>, args: Arguments): T {
  const parsed = shape.safeParse(args)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new DocumentRefused(
    `Variable was provided invalid value for ${issue?.path.join('.') ?? ''} (${issue?.message ?? ''})`,
    { code: 'INVALID_VARIABLE' },
  )
}

type Answer = Record<string, unknown>

/** The response of a mutation. Its errors are values as well. */
const payload = (type: string, fields: Answer, error?: { field?: string[]; message: string }) => ({
  __typename: `${type}Payload`,
  ...fields,
  userErrors: error ? [userError('UserError', error)] : [],
})

const userError = (
  type: string,
  { field, message, ...rest }: { field?: string[]; message: string },
) => ({
  __typename: type,
  field: field ?? null,
  message,
  ...rest,
})

export const mutationFields = (context: ApiContext): Record<string, unknown> =>
  context.shop.refusesChanges ? refusedFields : changingFields(context)

const refusedFields = Object.fromEntries(
  Object.entries(refusedMutations).map(([name, { type, objects, error, ...coded }]) => [
    name,
    () => ({
      __typename: type,
      ...Object.fromEntries(objects.map((object) => [object, null])),
      userErrors: [userError(error, { message: 'The change was refused.', ...coded })],
    }),
  ]),
)

const changingFields = (context: ApiContext): Record<string, unknown> => ({
  ...billingMutations(context),
  metafieldsSet: (args: Arguments) => setMetafields(context, args),
  webPixelCreate(args: Arguments) {
    requireScope(context, 'write_pixels', 'webPixelCreate')
    const installation = requireInstallation(context)
    const settings = settingsOf(args)
    if (settings === null)
      return pixelPayload(context, 'WebPixelCreate', 'INVALID_CONFIGURATION_JSON')
    if (installation.webPixel) return pixelPayload(context, 'WebPixelCreate', 'TAKEN')
    installation.webPixel = { id: context.nextId(), settings }
    return pixelPayload(context, 'WebPixelCreate')
  },
  webPixelUpdate(args: Arguments) {
    requireScope(context, 'write_pixels', 'webPixelUpdate')
    const { webPixel } = requireInstallation(context)
    const settings = settingsOf(args)
    if (settings === null)
      return pixelPayload(context, 'WebPixelUpdate', 'INVALID_CONFIGURATION_JSON')
    if (!webPixel || webPixel.id !== idIn('WebPixel', args['id'])) {
      return pixelPayload(context, 'WebPixelUpdate', 'NOT_FOUND')
    }
    webPixel.settings = settings
    return pixelPayload(context, 'WebPixelUpdate')
  },
})

/** As JSON; null for text that isn't. */
function settingsOf(args: Arguments): string | null {
  const { settings } = read(pixelInput, args).webPixel
  if (typeof settings !== 'string') return JSON.stringify(settings)
  try {
    const parsed: unknown = JSON.parse(settings)
    return typeof parsed === 'object' && parsed !== null ? settings : null
  } catch {
    return null
  }
}

const pixelSentences = {
  INVALID_CONFIGURATION_JSON: 'Settings must be valid JSON',
  TAKEN: 'Web pixel is taken.',
  NOT_FOUND: 'Pixel cannot be found',
}

function pixelPayload(
  context: ApiContext,
  type: string,
  code?: keyof typeof pixelSentences,
): ApiObject {
  const error = code && { message: pixelSentences[code], code }
  return {
    __typename: `${type}Payload`,
    webPixel: error ? null : webPixelObject(context),
    userErrors: error ? [userError('ErrorsWebPixelUserError', error)] : [],
  }
}

function setMetafields(context: ApiContext, args: Arguments): ApiObject {
  const installation = requireInstallation(context)
  const { metafields } = read(metafieldsInput, args)
  const ownerId = gid('AppInstallation', installation.id)
  const wrong = metafields.findIndex((one) => one.ownerId !== ownerId)
  if (wrong >= 0) {
    const message = 'Owner does not exist.'
    const field = ['metafields', String(wrong), 'ownerId']
    const error = { field, message, code: 'INVALID', elementIndex: null }
    const userErrors = [userError('MetafieldsSetUserError', error)]
    return { __typename: 'MetafieldsSetPayload', metafields: [], userErrors }
  }
  const now = context.clock()
  const stored = metafields.map(({ key, value, ...given }) => {
    const namespace = given.namespace ?? 'app'
    const before = installation.metafields.find(
      (one) => one.namespace === namespace && one.key === key,
    )
    if (before) return Object.assign(before, { value, updatedAt: now })
    const type = given.type ?? 'single_line_text_field'
    const added = {
      id: context.nextId(),
      namespace,
      key,
      type,
      value,
      createdAt: now,
      updatedAt: now,
    }
    installation.metafields.push(added)
    return added
  })
  return {
    __typename: 'MetafieldsSetPayload',
    metafields: stored.map(metafieldObject),
    userErrors: [],
  }
}

const billingMutations = (context: ApiContext): Record<string, unknown> => ({
  appSubscriptionCreate(args: Arguments) {
    requireInstallation(context)
    const input = read(subscriptionInput, args)
    const plans = input.lineItems.map(({ plan }) => plan)
    const recurring = plans.flatMap((plan) => plan.appRecurringPricingDetails ?? [])
    const usage = plans.flatMap((plan) => plan.appUsagePricingDetails ?? [])
    if (recurring.length > 1 || usage.length > 1 || recurring.length + usage.length === 0) {
      const fields = { appSubscription: null, confirmationUrl: null }
      const message = 'Line items must have at most one of each kind of pricing plan.'
      return payload('AppSubscriptionCreate', fields, { field: ['lineItems'], message })
    }
    const added = context.app.addSubscription({
      name: input.name,
      returnUrl: input.returnUrl,
      isTest: input.test ?? false,
      trialDays: input.trialDays ?? 0,
      price: recurring[0]?.price ?? null,
      interval: recurring[0]?.interval ?? 'EVERY_30_DAYS',
      cappedAmount: usage[0]?.cappedAmount ?? null,
      terms: usage[0]?.terms ?? '',
      planHandle: null,
    })
    return payload('AppSubscriptionCreate', {
      appSubscription: subscriptionObject(added),
      confirmationUrl: confirmationUrl(context, added.id),
    })
  },
  appSubscriptionCancel({ id }: Arguments) {
    requireInstallation(context)
    const wanted = idIn('AppSubscription', id)
    const cancelled: Subscription | null =
      wanted === null ? null : context.app.cancelSubscription(wanted)
    if (!cancelled) {
      const error = { field: ['id'], message: 'Couldn’t find an active subscription.' }
      return payload('AppSubscriptionCancel', { appSubscription: null }, error)
    }
    return payload('AppSubscriptionCancel', { appSubscription: subscriptionObject(cancelled) })
  },
  appPurchaseOneTimeCreate(args: Arguments) {
    requireInstallation(context)
    const input = read(purchaseInput, args)
    const { name, returnUrl, price: cost } = input
    const added = context.app.addPurchase({
      name,
      returnUrl,
      price: cost,
      isTest: input.test ?? false,
    })
    return payload('AppPurchaseOneTimeCreate', {
      appPurchaseOneTime: purchaseObject(added),
      confirmationUrl: confirmationUrl(context, added.id),
    })
  },
})

const confirmationUrl = ({ origin, shop }: ApiContext, id: bigint) =>
  `${origin}/store/${shop.name}/charges/${String(id)}`
