/** Asks for orders with as much of their buyers as Shopify allows. */
import {
  OrdersRefused,
  ShopClosed,
  type ShopAccess,
  type ShopifyOperation,
} from '#app/domain/shops/shopify.ts'
import { withheldBy, type CustomerField } from '#app/lib/shopify/refusals.ts'
import { BadRecord } from '#app/lib/web/provider-errors.ts'
import type { AdminApi } from './admin-api.server.ts'

type Asked<Data> = {
  access: ShopAccess
  variables: Readonly<Record<string, unknown>>
  of: (withheld: readonly CustomerField[]) => ShopifyOperation<Data>
  /** Fields that Shopify is known to refuse. Absent: none. */
  withheld?: readonly CustomerField[]
}

type ReadOrders<Data> = { read: Data; withheld: readonly CustomerField[] }

/**
 * Takes an answer that is whole but for refused fields. Otherwise asks again without these: a page of
 * orders can have more refusals than Shopify lists.
 *
 * @throws OrdersRefused, and as `Shopify.call` does
 */
export async function askForOrders<Data>(
  ask: AdminApi['ask'],
  { access, variables, of, withheld = [] }: Asked<Data>,
): Promise<ReadOrders<Data>> {
  const operation = of(withheld)
  const { data, refusals, reply } = await ask({ ...access, operation, variables })
  if (refusals?.rest === 'scope') throw new ShopClosed('permission')
  if (refusals?.rest === 'unapproved') throw new OrdersRefused()
  const read = operation.shape.safeParse(data)
  const known = refusals ? withheldBy(withheld, refusals) : withheld
  if (read.success && !refusals?.isCut) return { read: read.data, withheld: known }
  if (known.length > withheld.length) {
    return askForOrders(ask, { access, variables, of, withheld: known })
  }
  throw new BadRecord(`The answer to ${operation.name} has another shape.`, reply)
}
