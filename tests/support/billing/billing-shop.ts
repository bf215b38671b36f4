/** An organization on the screens of plans and payments, over HTTP, with a double of Stripe. */
import { randomUUID } from 'node:crypto'
import { startCardSetup } from '#app/domain/billing/pay.server.ts'
import type { CardName } from '#workshop/doubles/stripe-billing/cards.ts'
import type { TestUser } from '../makers.ts'
import type { Served } from '../serve.ts'
import { createCardWorld, type CardWorld } from './card-world.ts'
import { fieldsOf } from './screen-forms.ts'

export const address = {
  billing_name: 'Kettles & Co',
  billing_address: '1 Main Street',
  billing_city: 'Springfield',
  billing_zip: '12345',
  billing_country: 'US',
}

/** @param environment variables in addition to Stripe’s */
export async function createShop(environment: Record<string, string> = {}) {
  const world = await createCardWorld(environment)
  const { fetch } = await world.serve()
  return openShop(world, fetch)
}

/** Another organization of the same world, and its owner's browser. */
export async function openShop(world: CardWorld, fetch: Served['fetch'], name = 'Kettles') {
  const site = await world.site({ name })
  const { team, owner } = site

  const open = async (path: string, as: TestUser = owner) => {
    const response = await fetch(path, { headers: { Cookie: as.cookie }, redirect: 'manual' })
    const text = (await response.text()).replaceAll('<!-- -->', '')
    const body = /<main[\s\S]*<\/main>/.exec(text)?.[0] ?? text
    return { status: response.status, location: response.headers.get('location'), text: body }
  }
  const post = async (path: string, form: Record<string, string>, as: TestUser = owner) => {
    const response = await fetch(path, {
      method: 'POST',
      headers: { Cookie: as.cookie },
      body: new URLSearchParams(form),
      redirect: 'manual',
    })
    const text = (await response.text()).replaceAll('<!-- -->', '')
    const body = /<main[\s\S]*<\/main>/.exec(text)?.[0] ?? text
    return { status: response.status, location: response.headers.get('location'), text: body }
  }
  /** As the browser does it: Stripe's field gives a payment method, which the form sends. */
  const enterCard = async (card: CardName, more: Record<string, string> = {}) => {
    const { clientSecret } = await startCardSetup(world.services, team.scope, randomUUID())
    const method = world.stripe.enterCard(clientSecret, card)
    return post('/billing/card', { ...address, payment_method: method, ...more })
  }
  const choose = (plan: string, more: Record<string, string> = {}) =>
    post(`/billing/plan/${plan}`, { operation: randomUUID(), coupon: '', ...more })
  return { world, site, team, owner, open, post, enterCard, choose }
}

type Shop = Awaited<ReturnType<typeof createShop>>

/** A window that shows a form, and sends it later. */
export async function windowWith({ open, post }: Shop, path: string, intent?: string) {
  const fields = fieldsOf((await open(path)).text, intent)
  if (!fields['operation']) throw new Error(`${path} has no such form.`)
  return (more: Record<string, string> = {}) => post(path, { ...fields, ...more })
}

/** The secret of the newest payment that waits for the bank. Empty: none does. */
export const newestQuestion = ({ account }: CardWorld['stripe']): string =>
  [...account.tables.payment_intent.values()].findLast(({ status }) => status === 'requires_action')
    ?.client_secret ?? ''
