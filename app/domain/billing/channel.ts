/**
 * Who charges a team, as the domain sees them: the card channel (Stripe, in app/clients/stripe), Shopify,
 * Wix and the free channel. One battery of tests passes for all of them.
 *
 * A channel reads and changes the provider's data, never ours. Its answers are snapshots, stored the same
 * way whether they come from a call, a webhook or the nightly check. Amounts are in the smallest unit of
 * their currency, which is the catalog's unless a price was made by hand at the provider.
 */
import type {
  billingChannels,
  StoredDiscount,
  StoredInvoiceLine,
  PausedCollection,
  StoredPeriod,
  subscriptionStates,
} from '#app/db/schema/billing.ts'
import type { Plan } from '#app/domain/plans/catalog.ts'
import type { Money } from '#app/lib/money.ts'
import type { CardEvent } from './channels/card-event.ts'
import type { ChargeMethods } from './channels/charge.ts'
import type { ChargePreview, WaitingOrder } from './channels/charge-preview.ts'
import type { CardEndpoints } from './endpoint/find-endpoint-issues.ts'
import type { CouponAnswer, CouponTerms, CouponUse } from './channels/coupon.ts'
import type { EndOrder } from './channels/end-order.ts'

export type ChannelName = (typeof billingChannels)[number]

/** The team as a provider knows it. */
export type BillingCustomer = {
  teamId: number
  /** Customer at Stripe, domain of the shop, instance at Wix; of the free channel the team's id. */
  providerId: string
}

/** A subscription as the provider has it now. */
export type SubscriptionSnapshot = {
  providerId: string
  /** Null: the provider's plan isn't in the catalog. */
  planId: string | null
  providerPlan: string
  state: (typeof subscriptionStates)[number]
  /** The provider's word. */
  providerStatus: string
  /** The provider's word is a new one: the state is a guess, and reported. */
  isUnknownStatus?: boolean
  quantity: number
  /** Per unit and month, before discounts. A price for another period counts its part of a month. */
  unitCents: number
  /** The currency of all its amounts. Absent: the catalog's. */
  currency?: string
  /** Absent or null: it's paid by the month. */
  period?: StoredPeriod | null
  discount: StoredDiscount | null
  /** The coupon of the last order that was paid, also when its discount has been used up. Absent: none. */
  usedCoupon?: string | null
  /** Absent or null: its invoices are charged. */
  collectionPaused?: PausedCollection | null
  trialEndsAt: Date | null
  /** It continues a plan that was paid until then, and has nothing to prorate before. Absent or null: no. */
  paidUntil?: Date | null
  /** When it was canceled, by the provider's clock. Absent or null: not, or not known. */
  canceledAt?: Date | null
  /** When a cancelled one ends. */
  endsAt: Date | null
  currentPeriodStartedAt: Date | null
  currentPeriodEndsAt: Date | null
  endedAt: Date | null
  createdAt: Date
  /** A payment is overdue although it was canceled. Absent: no, or the state says so. */
  isUnpaid?: boolean
  /** A switch that waits for this invoice, to a plan of the catalog, or another (null). Absent or null: none. */
  pendingSwitch?: { planId: string | null; invoice: string } | null
  /** It's overdue for its open invoices: without one nothing is owed. Absent: no. */
  isOwedByInvoice?: boolean
  /** No money moves. Ignored in production. */
  isTest: boolean
}

export type InvoiceSnapshot = {
  providerId: string
  subscriptionProviderId: string | null
  number: string | null
  state: 'open' | 'paid' | 'void' | 'uncollectible'
  /** The currency of all its amounts. Absent: the catalog's. */
  currency?: string
  subtotalCents: number
  taxCents: number
  totalCents: number
  /** The part of the total that is charged, after credit. Absent: all of it. */
  dueCents?: number | null
  /** Above 0 on a void one: its bank charged it after that. */
  paidCents: number
  /** The part that was too small to charge: it’s added to the next invoice. Absent: none. */
  carriedCents?: number
  lines: StoredInvoiceLine[]
  periodStartedAt: Date | null
  periodEndsAt: Date | null
  issuedAt: Date
  paidAt: Date | null
  /** The bank works on its payment, which it can also charge once the invoice is void. Absent: no. */
  isProcessing?: boolean
  /** False: a void one whose payment wasn't read. */
  isAnswered?: boolean
  /** By the provider's clock. Absent: it isn't void, or its time isn't known. */
  voidedAt?: Date | null
  /** The plan to which its payment switches, or switched. Absent: not known from this read, so it stays. */
  switchPlanId?: string | null
}

/** An invoice to come. */
export type NextInvoice = InvoiceSnapshot & {
  /** Amount charged after the customer's balance. */
  dueCents: number
}

export type PurchaseSnapshot = {
  providerId: string
  state: 'open' | 'paid' | 'declined' | 'expired'
  paidCents: number
  receiptUrl: string | null
  isTest: boolean
}

/** Next step for the person. */
export type BillingStep =
  /** Nothing: the provider did it. */
  | { kind: 'done' }
  /** Nothing yet: the bank works on the payment, which may still fail. */
  | { kind: 'processing' }
  /** Open this address in the top window: a checkout, an approval. */
  | { kind: 'redirect'; url: string }
  /** Confirm the payment in the browser with Stripe.js. */
  | { kind: 'authenticate'; clientSecret: string }

export type ChannelAbilities = {
  /** Plans can be bought. Otherwise everything that would cost something is refused. */
  charges: boolean
  /** `previewSwitch` works. */
  previewsSwitch: boolean
  /** A cancelled subscription can be resumed until its period ends. */
  resumes: boolean
  /** Plans can be switched here. Otherwise the provider's own page does it. */
  switches: boolean
  cancels: boolean
  /** Boosts and add-ons can be bought. */
  sells: boolean
  /** Coupons can be entered. */
  takesCoupons: boolean
  /**
   * The provider's page for what can't be done here: canceling, and plans that don't cost more. Then
   * `endNow` refuses what would renew. Absent: all of it can be done here.
   */
  managedAt?: string
}

export type PlanOrder = {
  plan: Plan
  quantity: number
  /** Entered by the merchant, checked by the provider. */
  coupon: string | null
  /** The same for each attempt of one order, so a repeated call changes nothing. */
  operation: string
  /** Where the provider returns to. The URL itself proves nothing. */
  returnUrl: string
}

export type SwitchOrder = PlanOrder & {
  subscription: string
  /** The plan that it leaves. Once another one is there, it's refused as `gone`. Absent: any. */
  from?: string
  /** Counts what is left of the period from then on, as its preview did. Absent or null: from now on. */
  countedFrom?: Date | null
}

export type ItemOrder = {
  /** Ours, in the provider's records. */
  purchaseUuid: string
  name: string
  priceCents: number
  operation: string
  returnUrl: string
  cancelUrl: string
}

/**
 * All calls that change something are repeatable with the same `operation`.
 *
 * All throw TryLater when the provider can't be reached (nothing is known then: trying again with the
 * same operation is safe), BadRecord for an answer that can't be read, and ChargeRefused when the
 * provider understood and refused.
 */
export type BillingChannel = {
  name: ChannelName
  abilities: ChannelAbilities
  /** Those that haven't ended, and those that ended in the last 30 days. */
  listSubscriptions: (customer: BillingCustomer) => Promise<SubscriptionSnapshot[]>
  subscribe: (customer: BillingCustomer, order: PlanOrder) => Promise<BillingStep>
  /** `switchPlan` charges the same with the preview's moment. No `subscription`: a first plan. Null: not known. */
  previewSwitch: (
    customer: BillingCustomer,
    wanted: {
      subscription: string | null
      plan: Plan
      quantity: number
      coupon?: string | null
      /** A first order that waits, and whose credit is free then. Absent or null: none. */
      replaces?: string | null
    },
  ) => Promise<ChargePreview | null>
  /** Until it's paid, nothing changes: neither the plan nor a cancellation, and no coupon is used. */
  switchPlan: (customer: BillingCustomer, order: SwitchOrder) => Promise<BillingStep>
  /** Cancels at the end of the period where the channel can, otherwise immediately. */
  cancel: (
    customer: BillingCustomer,
    wanted: { subscription: string; operation: string },
  ) => Promise<void>
  resume: (
    customer: BillingCustomer,
    wanted: { subscription: string; operation: string },
  ) => Promise<void>
  /** Ends immediately, for example because the team is deleted. Repeatable. */
  endNow: (customer: BillingCustomer, wanted: EndOrder) => Promise<void>
  /** Creates the checkout of a purchase. Returns its id and where to pay. */
  sell: (
    customer: BillingCustomer,
    order: ItemOrder,
  ) => Promise<{ providerId: string; url: string }>
  /** Null: unknown to the provider. */
  readPurchase: (customer: BillingCustomer, providerId: string) => Promise<PurchaseSnapshot | null>
}

/** Payment details as the merchant enters them. */
export type BillingDetails = {
  name: string
  email: string
  address: string
  addressLine2: string
  city: string
  state: string
  zip: string
  /** ISO 3166, two letters. */
  country: string
  vatId: string
  extraBillingInformation: string
}

export type StoredCard = {
  brand: string
  lastFour: string
  /** ISO 3166, two letters. Null: unknown. */
  country: string | null
  expMonth: number
  expYear: number
}

export type VatStatus = 'pending' | 'verified' | 'unverified' | 'unavailable'

/** The card channel's additional methods. */
export type CardChannel = BillingChannel &
  ChargeMethods & {
    name: 'card'
    /** For Stripe.js. Public. */
    publishableKey: string
    /** Address of Stripe.js. */
    scriptUrl: string
    endpoints: CardEndpoints
    /** Creates what is missing of the plans' prices. Repeatable. */
    createPrices: () => Promise<{ planId: string; priceId: string; isNew: boolean }[]>
    /** Returns the customer's id. Repeatable with the same team. */
    createCustomer: (team: { teamId: number; name: string; email: string }) => Promise<string>
    /** Secret with which the browser stores a card. */
    startCardSetup: (customer: BillingCustomer, operation: string) => Promise<string>
    /** Reads a card that the browser stored. Null: unknown, or of another customer. */
    readCard: (customer: BillingCustomer, paymentMethod: string) => Promise<StoredCard | null>
    /** Charges this card from now on, and removes the others. */
    useCard: (customer: BillingCustomer, paymentMethod: string) => Promise<void>
    removeCard: (customer: BillingCustomer, paymentMethod: string) => Promise<void>
    /** Null: none. */
    readDefaultCard: (customer: BillingCustomer) => Promise<StoredCard | null>
    /** Returns the state of the VAT ID's check, null without one. @throws ChargeRefused with field `vat_id` */
    updateDetails: (customer: BillingCustomer, details: BillingDetails) => Promise<VatStatus | null>
    /** The check of a VAT ID may end days after it was entered. Null: the customer has none. */
    readVatStatus: (customer: BillingCustomer) => Promise<VatStatus | null>
    /** Tries to collect a subscription's open invoices again, also of one that has ended. */
    retryPayment: (customer: BillingCustomer, subscription: string) => Promise<BillingStep>
    findCoupon: (customer: BillingCustomer, wanted: CouponUse) => Promise<CouponAnswer>
    applyCoupon: (
      customer: BillingCustomer,
      wanted: { subscription: string; code: string; operation: string },
    ) => Promise<void>
    /** Creates a code that works once, only for this customer. Returns the provider's id of it. */
    giveCoupon: (
      customer: BillingCustomer,
      wanted: { code: string; terms: CouponTerms; operation: string },
    ) => Promise<string>
    /** From now on the code can't be entered. Repeatable. */
    revokeCoupon: (providerId: string) => Promise<{ wasUsed: boolean }>
    /** The offer to who cancels: this much per month from now on, until the plan is switched. */
    applyOffer: (
      customer: BillingCustomer,
      wanted: { subscription: string; priceCents: number; operation: string },
    ) => Promise<void>
    /** @param atBank those whose payment a bank was working on: it's read also of old ones that are void */
    listInvoices: (customer: BillingCustomer, atBank?: string[]) => Promise<InvoiceSnapshot[]>
    /** The same by id, whoever's customer they are of, also if that was deleted. Those that don't exist are left out. */
    readInvoices: (ids: readonly string[]) => Promise<InvoiceSnapshot[]>
    /** Cancels what a bank still works on for a void invoice, where the provider allows it. Repeatable. */
    stopPayments: (invoice: string) => Promise<void>
    /** Left over from switches to cheaper plans. The next invoices use it. */
    readCredit: (customer: BillingCustomer) => Promise<Money>
    /** Null: no invoice is coming. */
    previewInvoice: (customer: BillingCustomer) => Promise<NextInvoice | null>
    /**
     * The facts that a price depends on, in addition to the stored subscription, plan, coupon and moment:
     * the customer's discount of a first plan, and what decides on the tax. To be compared alone.
     *
     * @param subscription that would be switched. Null: a first plan
     */
    readPriceBasis: (customer: BillingCustomer, subscription: string | null) => Promise<string>
    /** Null: it doesn't wait for its first payment. */
    readWaitingOrder: (
      customer: BillingCustomer,
      subscription: string,
    ) => Promise<WaitingOrder | null>
    /** Null: the invoice has no document, or is another customer's. */
    readInvoicePdf: (
      customer: BillingCustomer,
      invoice: string,
    ) => Promise<ReadableStream<Uint8Array> | null>
    /** False: deleted or unknown. */
    hasCustomer: (customer: BillingCustomer) => Promise<boolean>
    /** @param body the bytes as they came, because the signature is of these */
    readEvent: (
      signature: string | null,
      body: Uint8Array,
    ) => { event: CardEvent } | { refused: 'forged' | 'malformed'; detail: string }
  }

/** The provider understood, and refused. */
export class ChargeRefused extends Error {
  override readonly name = 'ChargeRefused'

  /** @param reason what was refused; `gone`: the object no longer exists; `unpaid`: the last payment is open */
  constructor(
    readonly reason: 'coupon' | 'card' | 'vat_id' | 'gone' | 'unpaid' | 'other',
    message: string,
  ) {
    super(message)
  }
}
