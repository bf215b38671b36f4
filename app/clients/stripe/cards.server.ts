/** The customer at Stripe: cards, payment details and VAT IDs. */
import { z } from 'zod'
import { createHash } from 'node:crypto'
import {
  ChargeRefused,
  type BillingDetails,
  type CardChannel,
} from '#app/domain/billing/channel.ts'
import { currency as catalogCurrency } from '#app/domain/plans/catalog.ts'
import { BadRecord } from '#app/lib/web/provider-errors.ts'
import { paymentMethodShape, storedCard } from './snapshots.ts'
import { codeOf, keyOf, type StripeClient } from './stripe-client.server.ts'
import { readVatId } from './vat-id.ts'

type Cards = Pick<
  CardChannel,
  | 'createCustomer'
  | 'startCardSetup'
  | 'readCard'
  | 'useCard'
  | 'removeCard'
  | 'readDefaultCard'
  | 'readCredit'
  | 'updateDetails'
  | 'readVatStatus'
  | 'hasCustomer'
>

const customerShape = z.object({
  id: z.string(),
  deleted: z.literal(true).optional(),
  /** Below 0: credit. Absent where it was deleted. */
  balance: z.number().int().default(0),
  /** The balance's. Null: nothing was ever charged. */
  currency: z.string().nullish(),
  invoice_settings: z
    .object({ default_payment_method: z.union([paymentMethodShape, z.string()]).nullish() })
    .optional(),
})

const setupShape = z.object({ client_secret: z.string() })
const methodsShape = z.object({ data: z.array(z.object({ id: z.string() })) })

const vatStatuses = ['pending', 'verified', 'unverified', 'unavailable'] as const
const taxIdShape = z.object({
  id: z.string(),
  type: z.string(),
  value: z.string(),
  verification: z.object({ status: z.string() }).nullable(),
})
type TaxId = z.output<typeof taxIdShape>

/** Stripe asks no tax office about IDs of some countries, and may add statuses. */
const statusOf = ({ verification }: TaxId) =>
  vatStatuses.find((status) => status === verification?.status) ?? 'unavailable'

/** Customers that are created again after they were deleted at Stripe, within a day. */
const maxDeletions = 5

export function createCards({ ask }: StripeClient): Cards {
  const readCustomer = (id: string) =>
    ask(async (stripe) => {
      try {
        const expand = ['invoice_settings.default_payment_method']
        return customerShape.parse(await stripe.customers.retrieve(id, { expand }))
      } catch (error) {
        if (codeOf(error) === 'resource_missing') return null
        throw error
      }
    })

  const listTaxIds = (customer: string) =>
    ask(async (stripe) =>
      z.array(taxIdShape).parse((await stripe.customers.listTaxIds(customer, { limit: 100 })).data),
    )

  const readMethod = (paymentMethod: string) =>
    ask(async (stripe) => {
      try {
        return paymentMethodShape.parse(await stripe.paymentMethods.retrieve(paymentMethod))
      } catch (error) {
        if (codeOf(error) === 'resource_missing') return null
        throw error
      }
    })

  return {
    async createCustomer({ teamId, name, email }) {
      // Another name is another request, which needs another key.
      const digest = createHash('sha256').update(`${name}\n${email}`).digest('hex').slice(0, 32)
      for (let deletions = 0; deletions <= maxDeletions; deletions += 1) {
        const metadata = { team_id: String(teamId) }
        const key = keyOf(teamId, 'customer', `${digest}-${String(deletions)}`)
        const id = await ask(
          async (stripe) => (await stripe.customers.create({ name, email, metadata }, key)).id,
        )
        // A repeated key answers with a customer that may have been deleted meanwhile.
        const customer = await readCustomer(id)
        if (customer && !customer.deleted) return id
      }
      throw new BadRecord('The customer was deleted again and again.')
    },

    async startCardSetup({ teamId, providerId: customer }, operation) {
      return ask(async (stripe) => {
        const setup = await stripe.setupIntents.create(
          {
            customer,
            usage: 'off_session',
            // Cards don't leave the page; other methods might.
            automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
          },
          keyOf(teamId, 'card-setup', operation),
        )
        return setupShape.parse(setup).client_secret
      })
    },

    async readCard({ providerId: customer }, paymentMethod) {
      const method = await readMethod(paymentMethod)
      return method?.customer === customer ? storedCard(method) : null
    },

    async useCard({ providerId: customer }, paymentMethod) {
      const method = await readMethod(paymentMethod)
      if (method?.customer !== customer) throw new ChargeRefused('gone', 'The card is unknown.')
      await ask(async (stripe) => {
        await stripe.customers.update(customer, {
          invoice_settings: { default_payment_method: paymentMethod },
        })
        const { data } = methodsShape.parse(
          await stripe.paymentMethods.list({ customer, type: 'card', limit: 100 }),
        )
        for (const { id } of data) {
          if (id !== paymentMethod) await stripe.paymentMethods.detach(id)
        }
      })
    },

    async removeCard({ providerId: customer }, paymentMethod) {
      const method = await readMethod(paymentMethod)
      if (method?.customer !== customer) return
      await ask((stripe) => stripe.paymentMethods.detach(paymentMethod))
    },

    async readDefaultCard({ providerId }) {
      const method = (await readCustomer(providerId))?.invoice_settings?.default_payment_method
      return typeof method === 'object' && method !== null ? storedCard(method) : null
    },

    async readCredit({ providerId }) {
      const { balance = 0, currency } = (await readCustomer(providerId)) ?? {}
      return { cents: Math.max(0, -balance), currency: currency ?? catalogCurrency }
    },

    async updateDetails({ providerId: customer }, details) {
      const wanted = readVatId(details.vatId, details.country)
      const known = await listTaxIds(customer)
      const isWanted = ({ type, value }: TaxId) => type === wanted?.type && value === wanted.value
      // First, because it may be refused, and then nothing has changed.
      const taxId =
        wanted &&
        (known.find(isWanted) ??
          (await ask(async (stripe) =>
            taxIdShape.parse(await stripe.customers.createTaxId(customer, wanted)),
          )))
      await ask(async (stripe) => {
        await stripe.customers.update(customer, customerParams(details))
        for (const one of known) {
          if (one.id !== taxId?.id) await stripe.customers.deleteTaxId(customer, one.id)
        }
      })
      return taxId ? statusOf(taxId) : null
    },

    async readVatStatus({ providerId }) {
      const [taxId] = await listTaxIds(providerId)
      return taxId ? statusOf(taxId) : null
    },

    async hasCustomer({ providerId }) {
      const customer = await readCustomer(providerId)
      return customer !== null && !customer.deleted
    },
  }
}

const customerParams = (details: BillingDetails) => ({
  name: details.name,
  email: details.email,
  address: {
    line1: details.address,
    line2: details.addressLine2,
    city: details.city,
    state: details.state,
    postal_code: details.zip,
    country: details.country,
  },
  // Printed on each invoice.
  invoice_settings: { footer: details.extraBillingInformation },
})
