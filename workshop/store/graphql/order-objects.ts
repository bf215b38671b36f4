/** Orders and customers of the Admin API, as far as the app may see customers. */
import {
  amountText,
  gid,
  idIn,
  totalOf,
  type Address,
  type Customer,
  type LineItem,
  type Order,
} from '../state/shop-state.ts'
import { iso, moneyBag, requireScope, type ApiContext } from './api-context.ts'
import type { ApiObject, Arguments } from './answer-document.ts'
import { protectedValue, requireApproval } from './protected-data.ts'
import { connection } from './connection.ts'
import { findProduct, findVariantObject, imageObject } from './product-objects.ts'
import { matchesDate, readTerms, type Term } from './search-query.ts'

/** Apps without `read_all_orders` see no older ones. */
const visibleMillis = 60 * 86_400_000

export const orderFields = (context: ApiContext): Record<string, unknown> => ({
  orders(args: Arguments) {
    requireScope(context, 'read_orders', 'orders')
    requireApproval(context, 'Order')
    const terms = readTerms(args['query'])
    const items = visibleOrders(context).filter((order) =>
      terms.every((term) => matches(order, term)),
    )
    const node = (order: Order) => orderObject(context, order)
    return connection({ type: 'Order', items: sorted(items, args), key: keyOf, node }, args)
  },
  order({ id }: Arguments) {
    requireScope(context, 'read_orders', 'order')
    requireApproval(context, 'Order')
    return findOrder(context, id)
  },
  customers(args: Arguments) {
    requireCustomers(context, 'customers')
    const items = sortedCustomers(context, args)
    const node = (customer: Customer) => customerObject(context, customer)
    return connection({ type: 'Customer', items, key: keyOf, node }, args)
  },
  customer({ id }: Arguments) {
    requireCustomers(context, 'customer')
    return findCustomer(context, id)
  },
})

const keyOf = ({ id }: { id: bigint }) => String(id)

export function findOrder(context: ApiContext, id: unknown): ApiObject | null {
  const wanted = idIn('Order', id)
  const found = visibleOrders(context).find((order) => order.id === wanted)
  return found ? orderObject(context, found) : null
}

export function findCustomer(context: ApiContext, id: unknown): ApiObject | null {
  const wanted = idIn('Customer', id)
  const found = context.shop.customers.find((customer) => customer.id === wanted)
  return found ? customerObject(context, found) : null
}

function requireCustomers(context: ApiContext, field: string): void {
  requireScope(context, 'read_customers', field)
  requireApproval(context, 'Customer')
}

function visibleOrders({ shop, clock }: ApiContext): Order[] {
  const oldest = clock().getTime() - visibleMillis
  const seesAll = shop.installation?.scopes.includes('read_all_orders')
  return shop.orders.filter(({ createdAt }) => seesAll || createdAt.getTime() >= oldest)
}

/** Terms that this store doesn't know match everything, as on the platform. */
function matches(order: Order, term: Term): boolean {
  if (term.field === 'created_at' || term.field === 'processed_at') {
    return matchesDate(term, order.createdAt)
  }
  if (term.field === 'updated_at') return matchesDate(term, order.updatedAt)
  if (term.field === 'financial_status') return financialStatus(order).toLowerCase() === term.value
  if (term.field === 'test') return String(order.isTest) === term.value
  if (term.field === 'id') return String(order.id) === term.value
  return true
}

/** Oldest first, like the platform's default. */
function sorted(items: readonly Order[], { sortKey }: Arguments): Order[] {
  const at = (order: Order) => (sortKey === 'UPDATED_AT' ? order.updatedAt : order.createdAt)
  return items.toSorted((one, other) => at(one).getTime() - at(other).getTime())
}

const sortedCustomers = ({ shop }: ApiContext, { query }: Arguments): Customer[] => {
  const terms = readTerms(query)
  return shop.customers
    .filter((customer) =>
      terms.every(
        (term) =>
          !/^(?:created_at|customer_date)$/.test(term.field) ||
          matchesDate(term, customer.createdAt),
      ),
    )
    .toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
}

const financialStatus = ({ refundedAt }: Order) => (refundedAt ? 'REFUNDED' : 'PAID')

/** @throws FieldRefused when the app may see no orders */
function orderObject(context: ApiContext, order: Order): ApiObject {
  requireApproval(context, 'Order')
  const { shop } = context
  const total = moneyBag(amountText(totalOf(order.lineItems)), shop.currency)
  const nothing = moneyBag('0.00', shop.currency)
  const address = addressObject(context, order.address)
  const customer = shop.customers.find(({ id }) => id === order.customerId)
  return {
    __typename: 'Order',
    id: gid('Order', order.id),
    legacyResourceId: String(order.id),
    name: `#${String(order.number)}`,
    number: order.number,
    email: protectedValue(context, 'email', ['email', order.email]),
    phone: protectedValue(context, 'phone', ['phone', null]),
    note: null,
    tags: [],
    createdAt: iso(order.createdAt),
    processedAt: iso(order.createdAt),
    updatedAt: iso(order.updatedAt),
    cancelledAt: iso(order.cancelledAt),
    cancelReason: order.cancelledAt ? 'CUSTOMER' : null,
    closed: false,
    closedAt: null,
    confirmed: true,
    test: order.isTest,
    fullyPaid: true,
    unpaid: false,
    sourceName: 'web',
    currencyCode: shop.currency,
    presentmentCurrencyCode: shop.currency,
    customerLocale: order.locale,
    displayFinancialStatus: financialStatus(order),
    displayFulfillmentStatus: 'UNFULFILLED',
    totalPriceSet: total,
    subtotalPriceSet: total,
    originalTotalPriceSet: total,
    currentTotalPriceSet: order.refundedAt ? nothing : total,
    totalRefundedSet: order.refundedAt ? total : nothing,
    currentSubtotalLineItemsQuantity: order.refundedAt ? 0 : countOf(order),
    subtotalLineItemsQuantity: countOf(order),
    shippingAddress: address,
    billingAddress: address,
    displayAddress: address,
    customer() {
      if (!customer) return null
      requireCustomers(context, 'customer')
      return customerObject(context, customer)
    },
    refunds: () =>
      order.refundedAt
        ? [
            {
              __typename: 'Refund',
              id: gid('Refund', order.id + 1_000_000_000n),
              legacyResourceId: String(order.id + 1_000_000_000n),
              createdAt: iso(order.refundedAt),
              updatedAt: iso(order.refundedAt),
              note: null,
              totalRefundedSet: total,
            },
          ]
        : [],
    lineItems: (args: Arguments) =>
      connection(
        {
          type: 'LineItem',
          items: order.lineItems,
          key: keyOf,
          node: (line) => lineObject(context, line, order),
        },
        args,
      ),
  }
}

const countOf = ({ lineItems }: Order) => lineItems.reduce((sum, { quantity }) => sum + quantity, 0)

function lineObject(context: ApiContext, line: LineItem, order: Order): ApiObject {
  const { currency, products } = context.shop
  const product = products.find(({ id }) => id === line.productId)
  const unit = moneyBag(amountText(line.price), currency)
  const total = moneyBag(amountText(line.price * line.quantity), currency)
  return {
    __typename: 'LineItem',
    id: gid('LineItem', line.id),
    title: line.title,
    name: line.variantTitle ? `${line.title} - ${line.variantTitle}` : line.title,
    variantTitle: line.variantTitle,
    sku: line.sku,
    vendor: 'Demo',
    quantity: line.quantity,
    currentQuantity: order.refundedAt ? 0 : line.quantity,
    refundableQuantity: order.refundedAt ? 0 : line.quantity,
    isGiftCard: false,
    requiresShipping: true,
    originalUnitPriceSet: unit,
    discountedUnitPriceSet: unit,
    discountedUnitPriceAfterAllDiscountsSet: unit,
    originalTotalSet: total,
    discountedTotalSet: () => total,
    image: () => (product ? imageObject(context, product) : null),
    product: () => findProduct(context, gid('Product', line.productId)),
    variant: () => findVariantObject(context, gid('ProductVariant', line.variantId)),
  }
}

function addressObject(context: ApiContext, address: Address | null): ApiObject | null {
  if (!address) return null
  const named = (field: string, value: string) => protectedValue(context, 'name', [field, value])
  const placed = (field: string, value: string | null) =>
    protectedValue(context, 'address', [field, value])
  return {
    __typename: 'MailingAddress',
    id: `${gid('MailingAddress', address.id)}?model_name=Address`,
    firstName: named('firstName', address.firstName),
    lastName: named('lastName', address.lastName),
    name: named('name', `${address.firstName} ${address.lastName}`.trim()),
    address1: placed('address1', null),
    address2: placed('address2', null),
    company: null,
    phone: protectedValue(context, 'phone', ['phone', null]),
    zip: placed('zip', null),
    city: placed('city', address.city),
    province: address.province || null,
    provinceCode: address.provinceCode || null,
    country: address.country || null,
    countryCodeV2: address.countryCode || null,
  }
}

/** @throws FieldRefused when the app may see no customers */
function customerObject(context: ApiContext, customer: Customer): ApiObject {
  requireApproval(context, 'Customer')
  const { shop } = context
  const name = `${customer.firstName} ${customer.lastName}`.trim()
  const orders = shop.orders.filter(({ customerId }) => customerId === customer.id)
  const named = (field: string, value: string) => protectedValue(context, 'name', [field, value])
  const address = addressObject(context, customer.address)
  return {
    __typename: 'Customer',
    id: gid('Customer', customer.id),
    legacyResourceId: String(customer.id),
    firstName: named('firstName', customer.firstName),
    lastName: named('lastName', customer.lastName),
    displayName: named('displayName', name || 'Customer'),
    email: protectedValue(context, 'email', ['email', customer.email]),
    phone: protectedValue(context, 'phone', ['phone', null]),
    locale: 'en',
    state: 'DISABLED',
    verifiedEmail: true,
    tags: [],
    createdAt: iso(customer.createdAt),
    updatedAt: iso(customer.updatedAt),
    numberOfOrders: String(orders.length),
    defaultAddress: protectedValue(context, 'address', ['defaultAddress', address]),
    defaultEmailAddress: protectedValue(context, 'email', [
      'defaultEmailAddress',
      customer.email
        ? {
            __typename: 'CustomerEmailAddress',
            emailAddress: customer.email,
            marketingState: 'NOT_SUBSCRIBED',
            validFormat: true,
          }
        : null,
    ]),
  }
}
