/**
 * A card channel in memory, whose data the test sets. For rules about what is stored; what Stripe does
 * itself is tried with the double in workshop/doubles/stripe-billing.
 */
import {
  ChargeRefused,
  type BillingStep,
  type CardChannel,
  type InvoiceSnapshot,
  type PurchaseSnapshot,
  type StoredCard,
  type SubscriptionSnapshot,
  type VatStatus,
} from '#app/domain/billing/channel.ts'
import { hourMillis } from '#app/lib/time.ts'
import { TryLater } from '#app/lib/web/provider-errors.ts'

export type ProviderData = {
  subscriptions: SubscriptionSnapshot[]
  invoices: InvoiceSnapshot[]
  card: StoredCard | null
  hasCustomer: boolean
  vatStatus: VatStatus | null
  purchases: Record<string, PurchaseSnapshot>
}

export type MemoryCard = {
  channel: CardChannel
  /** The provider's current data. */
  data: ProviderData
  /** Names of the calls that changed something, with what they were called with. */
  calls: { name: string; wanted: unknown }[]
  /** While set, a read of everything waits for it before it ends, with what it has read. */
  pauseReads: (() => Promise<void>) | null
  /** While set, each call throws it. */
  failure: Error | null
}

export const isAway = () =>
  new TryLater('The provider is away.', new Date(Date.UTC(2026, 2, 2, 10) + hourMillis))

export function createMemoryCard(): MemoryCard {
  const memory: MemoryCard = {
    data: {
      subscriptions: [],
      invoices: [],
      card: null,
      hasCustomer: true,
      vatStatus: null,
      purchases: {},
    },
    calls: [],
    pauseReads: null,
    failure: null,
    channel: undefined as never,
  }
  const read = <Value>(value: Value): Promise<Value> => {
    if (memory.failure) return Promise.reject(memory.failure)
    return Promise.resolve(structuredClone(value))
  }
  const change = <Value>(name: string, wanted: unknown, value: Value): Promise<Value> => {
    if (memory.failure) return Promise.reject(memory.failure)
    memory.calls.push({ name, wanted })
    return Promise.resolve(value)
  }
  const update = (id: string, facts: Partial<SubscriptionSnapshot>) => {
    const found = memory.data.subscriptions.find(({ providerId }) => providerId === id)
    if (!found) throw new ChargeRefused('gone', 'No such subscription.')
    Object.assign(found, facts)
  }
  const stateOf = (id: string) =>
    memory.data.subscriptions.find(({ providerId }) => providerId === id)?.state
  const done: BillingStep = { kind: 'done' }

  memory.channel = {
    name: 'card',
    publishableKey: 'pk_test_memory',
    createPrices: () => Promise.resolve([]),
    scriptUrl: 'https://pay.test/script.js',
    abilities: {
      charges: true,
      previewsSwitch: true,
      resumes: true,
      switches: true,
      cancels: true,
      sells: true,
      takesCoupons: true,
    },
    listSubscriptions: () => read(memory.data.subscriptions),
    listInvoices: () => read(memory.data.invoices),
    readInvoices: (ids) =>
      read(memory.data.invoices.filter(({ providerId }) => ids.includes(providerId))),
    stopPayments: (invoice) => change('stopPayments', invoice, undefined),
    readCharge: ({ id }) =>
      read(
        memory.data.invoices
          .filter(({ providerId }) => providerId === id)
          .map(({ state, paidCents: cents, currency = 'usd', isProcessing = false }) => ({
            state,
            cents,
            currency,
            isProcessing,
          }))[0] ?? null,
      ),
    listUnpaidCheckouts: () => read([]),
    closeCheckout: (id) => change('closeCheckout', id, undefined),
    async readDefaultCard() {
      const card = await read(memory.data.card)
      await memory.pauseReads?.()
      return card
    },
    hasCustomer: () => read(memory.data.hasCustomer),
    readPurchase: (_customer, id) => read(memory.data.purchases[id] ?? null),
    readCard: () => read(memory.data.card),
    findCoupon: () => read({ refused: 'unknown' as const }),
    giveCoupon: (_customer, wanted) => change('giveCoupon', wanted, `promo_${wanted.code}`),
    revokeCoupon: (id) => change('revokeCoupon', id, { wasUsed: false }),
    previewInvoice: () => read(null),
    readPriceBasis: () => read(''),
    readWaitingOrder: () => read(null),
    previewSwitch: () => read(null),
    readInvoicePdf: () => read(null),
    readCredit: () => read({ cents: 0, currency: 'usd' }),
    createCustomer: ({ teamId }) => change('createCustomer', teamId, `cus_${String(teamId)}`),
    startCardSetup: (_customer, operation) => change('startCardSetup', operation, 'seti_secret'),
    useCard: (_customer, method) => change('useCard', method, undefined),
    removeCard: (_customer, method) => change('removeCard', method, undefined),
    readVatStatus: () => read(memory.data.vatStatus),
    updateDetails: (_customer, details) => change('updateDetails', details, null),
    retryPayment: (_customer, id) => change('retryPayment', id, done),
    applyCoupon: (_customer, wanted) => change('applyCoupon', wanted, undefined),
    applyOffer: (_customer, wanted) => change('applyOffer', wanted, undefined),
    subscribe: (_customer, order) => change('subscribe', order, done),
    async switchPlan(_customer, order) {
      await change('switchPlan', order, undefined)
      const known = memory.data.subscriptions.find(
        ({ providerId }) => providerId === order.subscription,
      )
      const state = known?.state === 'trialing' ? 'trialing' : 'active'
      update(order.subscription, { planId: order.plan.id, state, endsAt: null })
      return done
    },
    async cancel(_customer, wanted) {
      await change('cancel', wanted, undefined)
      const endsAt = new Date(Date.UTC(2026, 3, 2, 10))
      const isUnpaid = stateOf(wanted.subscription) === 'past_due'
      update(wanted.subscription, { state: 'cancelled', endsAt, isUnpaid })
    },
    async resume(_customer, wanted) {
      await change('resume', wanted, undefined)
      const found = memory.data.subscriptions.find(
        ({ providerId }) => providerId === wanted.subscription,
      )
      const state = found?.isUnpaid ? 'past_due' : 'active'
      update(wanted.subscription, { state, endsAt: null, isUnpaid: false })
    },
    async endNow(_customer, wanted) {
      await change('endNow', wanted, undefined)
      update(wanted.subscription, { state: 'ended', endsAt: null })
    },
    readTerms: () => read(null),
    continuePaid: () => read({ kind: 'none' as const }),
    sell: (_customer, order) =>
      change('sell', order, {
        providerId: `cs_${order.purchaseUuid}`,
        url: `https://pay.test/${order.purchaseUuid}`,
      }),
    endpoints: { neededEvents: [], apiVersion: 'memory', list: () => read([]) },
    readEvent: () => ({ refused: 'malformed', detail: 'The channel in memory has no webhooks.' }),
  }
  return memory
}

/** A subscription of the plan Plus, as Stripe would have it; with these facts. */
export const snapshot = (facts: Partial<SubscriptionSnapshot> = {}): SubscriptionSnapshot => ({
  providerId: 'sub_1',
  planId: 'plus',
  providerPlan: 'price_plus',
  state: 'active',
  providerStatus: 'active',
  quantity: 1,
  unitCents: 2_900,
  discount: null,
  trialEndsAt: null,
  endsAt: null,
  currentPeriodStartedAt: new Date(Date.UTC(2026, 2, 2, 10)),
  currentPeriodEndsAt: new Date(Date.UTC(2026, 3, 2, 10)),
  endedAt: null,
  createdAt: new Date(Date.UTC(2026, 2, 2, 10)),
  isTest: false,
  ...facts,
})

export const invoice = (facts: Partial<InvoiceSnapshot> = {}): InvoiceSnapshot => ({
  providerId: 'in_1',
  subscriptionProviderId: 'sub_1',
  number: 'FF-0001',
  state: 'paid',
  subtotalCents: 2_900,
  taxCents: 0,
  totalCents: 2_900,
  paidCents: 2_900,
  lines: [{ description: '1 × Plus', quantity: 1, amountCents: 2_900, isProration: false }],
  periodStartedAt: new Date(Date.UTC(2026, 2, 2, 10)),
  periodEndsAt: new Date(Date.UTC(2026, 3, 2, 10)),
  issuedAt: new Date(Date.UTC(2026, 2, 2, 10)),
  paidAt: new Date(Date.UTC(2026, 2, 2, 10)),
  ...facts,
})
