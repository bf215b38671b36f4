/** Several organizations over months, on the one clock that the product and its payments have. */
import { expect, vi } from 'vitest'
import { listInvoices } from '#app/domain/billing/invoices.server.ts'
import { workOffDueBilling } from '#app/domain/billing/work-off-due.server.ts'
import {
  sendGiftEmail,
  sendOverdueEmail,
  sendPlanEndedEmail,
  sendReceiptEmail,
} from '#app/jobs/billing.server.ts'
import { deliveriesJob } from '#app/jobs/deliveries.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import { newestQuestion, openShop } from './billing-shop.ts'
import { createCardWorld } from './card-world.ts'

type Shop = Awaited<ReturnType<typeof openShop>>

export type Writer = Shop & {
  /** Totals of all invoices in cents, oldest first. */
  totals: () => Promise<number[]>
  /** All that was paid, in cents. */
  paid: () => Promise<number>
  /** The text of the newest email to the owner with this subject, and with these words. */
  mail: (subject: string, words?: string) => Promise<string>
  /** Answers the bank's question about the newest payment. */
  answerBank: (isOwner: boolean) => Promise<void>
}

/** A moment (ISO 8601, in UTC), and everything that is said and charged then. */
export type Entry = [at: string, what: string, run: (writer: Writer) => Promise<void>]

/** Reminders are five days apart. */
const stepMillis = 5 * dayMillis

/** Emails are sent by a queue. */
const patience = { timeout: 20_000, interval: 20 }

/**
 * Lives through the entries of all organizations in the order of their moments. In between the jobs of the
 * product run every five days, and at each entry.
 */
export async function live(diaries: Record<string, readonly Entry[]>): Promise<void> {
  const world = await createCardWorld()
  const { services, queue, clock, stripe } = world
  await queue.start(
    [sendReceiptEmail, sendOverdueEmail, sendPlanEndedEmail, sendGiftEmail],
    services,
  )
  const served = await world.serve()
  world.connect(served)

  const moveTo = async (moment: number) => {
    for (;;) {
      const left = moment - clock.now().getTime()
      if (left <= 0) return
      clock.advance(Math.min(left, stepMillis))
      await stripe.settle()
      await deliveriesJob.run(services, {})
      await workOffDueBilling(services)
    }
  }

  const entries = Object.entries(diaries)
    .flatMap(([name, diary]) => diary.map(([at, what, run]) => ({ name, at, what, run })))
    .sort((one, other) => momentOf(one.at) - momentOf(other.at))
  const [first] = entries
  // Before the first entry nothing is there that could happen.
  if (first) clock.advance(momentOf(first.at) - clock.now().getTime())
  const writers = new Map<string, Writer>()
  for (const { name, at, what, run } of entries) {
    await moveTo(momentOf(at))
    const writer = writers.get(name) ?? writerOf(await openShop(world, served.fetch, name))
    writers.set(name, writer)
    // A login that isn't used for a month has ended.
    writer.owner.cookie = `token=${await world.logIn(writer.owner)}`
    try {
      await run(writer)
    } catch (error) {
      throw new Error(`${name}, ${at}: ${what}`, { cause: error })
    }
  }
}

const momentOf = (at: string): number => Date.parse(`${at}Z`)

function writerOf(shop: Shop): Writer {
  const { services } = shop.world
  const { scope } = shop.team
  const all = async () => (await listInvoices(services, scope)).toReversed()
  return {
    ...shop,
    totals: async () => (await all()).map(({ totalCents }) => totalCents),
    paid: async () => (await all()).reduce((sum, { paidCents }) => sum + paidCents, 0),
    mail: (subject, words = '') =>
      vi.waitFor(async () => {
        const { outbox } = services.mail
        const found = (await outbox.list()).find(
          (one) => one.to === shop.owner.email && one.subject === subject,
        )
        const text = (await outbox.read(found?.id ?? ''))?.text ?? ''
        expect([found?.subject, text]).toEqual([subject, expect.stringContaining(words)])
        return text
      }, patience),
    async answerBank(isOwner) {
      const { stripe } = shop.world
      stripe.authenticate(newestQuestion(stripe), isOwner)
      await stripe.settle()
    },
  }
}
