/**
 * Refusals in answers of Shopify's Admin API, and the order fields that it may refuse.
 *
 * Orders are protected customer data: an app without approval gets none. Names, addresses, email
 * addresses and phone numbers of buyers are approved one by one, and apps that a merchant creates in
 * their own admin get them on some plans only. Refused fields are null, with an error beside the data
 * for each of them. Sources: shopify.dev, "Work with protected customer data", read in the state of
 * September 11, 2026. Messages about plans and the limit of errors: reports of other apps.
 */
import { z } from 'zod'

/** Data about the buyer of an order, as far as Footfall asks for it. */
export const customerFields = ['name', 'email', 'city', 'country'] as const
export type CustomerField = (typeof customerFields)[number]

export const apiError = z.object({
  message: z.string().catch(''),
  path: z.array(z.union([z.string(), z.number()])).nullish(),
  extensions: z.object({ code: z.string().optional() }).nullish(),
})
export type ApiError = z.output<typeof apiError>

export type Refusals = {
  fields: readonly CustomerField[]
  /**
   * Something else was refused. `scope`: the app lacks an access scope. `unapproved`: Shopify hasn't
   * approved the data for the app. Null: nothing else.
   */
  rest: 'scope' | 'unapproved' | null
  /** There were too many errors to list, so more can be missing than they name. */
  isCut: boolean
}

const fieldsBehind: Readonly<Record<string, readonly CustomerField[]>> = {
  email: ['email'],
  firstName: ['name'],
  city: ['city'],
  countryCodeV2: ['country'],
  billingAddress: ['name', 'city', 'country'],
  shippingAddress: ['name', 'city', 'country'],
  defaultEmailAddress: ['email'],
  emailAddress: ['email'],
  defaultAddress: ['city', 'country'],
}

const isDenied = ({ message, extensions }: ApiError) =>
  extensions?.code === 'ACCESS_DENIED' || /\bnot approved to (?:access|use)\b/i.test(message)

const isCutNotice = ({ message }: ApiError) => /max error limit reached/i.test(message)

/** The path counts more than the message, which may name the object around the field. */
function fieldsOf({ message, path }: ApiError): readonly CustomerField[] | undefined {
  const named = path?.findLast((step) => typeof step === 'string')
  return fieldsBehind[named ?? /\buse the (\w+) field/.exec(message)?.[1] ?? '']
}

/** Null: the errors aren't, or aren't only, about access. */
export function readRefusals(errors: readonly ApiError[]): Refusals | null {
  const denied = errors.filter(isDenied)
  const isCut = errors.some(isCutNotice)
  if (denied.length === 0) return null
  if (!errors.every((one) => isDenied(one) || isCutNotice(one))) return null
  const refused = new Set(denied.flatMap((one) => fieldsOf(one) ?? []))
  const others = denied.filter((one) => fieldsOf(one) === undefined)
  const lacksScope = others.some(({ message }) => /access scope/i.test(message))
  return {
    fields: customerFields.filter((field) => refused.has(field)),
    rest: lacksScope ? 'scope' : others.length > 0 ? 'unapproved' : null,
    isCut,
  }
}

/** Fields of an order in a query. @param withheld those that Shopify is known to refuse */
export function customerSelection(withheld: readonly CustomerField[]): string {
  const unless = (field: CustomerField, selection: string) =>
    withheld.includes(field) ? [] : [selection]
  const inAddress = [
    ...unless('name', 'firstName'),
    ...unless('city', 'city'),
    ...unless('country', 'countryCodeV2'),
  ]
  const address = inAddress.length > 0 ? ` { ${inAddress.join(' ')} }` : null
  return [
    ...unless('email', 'email'),
    ...(address === null ? [] : [`billingAddress${address}`, `shippingAddress${address}`]),
  ].join(' ')
}

/** Both lists as one, in the order of all fields. */
export const withheldBy = (
  known: readonly CustomerField[],
  { fields }: Pick<Refusals, 'fields'>,
): CustomerField[] =>
  customerFields.filter((field) => known.includes(field) || fields.includes(field))
