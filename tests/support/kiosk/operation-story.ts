/** A delivery, a webhook and a job that failed, of one organization, and the staff who look at them. */
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { staffActs, webhookMessages } from '#app/db/schema/index.ts'
import { createEndpoint } from '#app/domain/webhooks/endpoints.server.ts'
import { prepareEvents } from '#app/domain/webhooks/outbox.server.ts'
import { handle } from '#app/jobs/job.ts'
import { job } from '#app/lib/job-signature.ts'
import { describeWebhooks } from '#app/presenters/webhook-bodies.server.ts'
import type { Services } from '#app/services.ts'
import { createConnectionWorld } from '../integrations/connected-shop.ts'
import { storePurchase } from '../purchases.ts'
import { serve } from '../serve.ts'

/** A job whose payload names a person. */
const mailNote = job('test.mail-note', z.object({ email: z.string(), text: z.string() }))

const textOf = (html: string): string =>
  html
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')

export async function createOperationStory() {
  const world = await createConnectionWorld()
  const { services, site } = world
  const staff = await world.confirmedStaff({ name: 'Sam Staff' })
  const uuid = await world.connect()
  const ran: string[] = []

  /** @returns the id of a delivery that can’t be read */
  const failDelivery = async (): Promise<number> => {
    await world.woo.placeOrder({ date_paid_gmt: 'tomorrow', date_created_gmt: 'tomorrow' })
    await world.process()
    return (await world.stored.deliveries()).at(-1)?.id ?? 0
  }

  /** @returns the id of a webhook whose attempts all failed */
  const failWebhook = async (): Promise<number> => {
    const wanted = {
      url: 'https://receiver.example/secret-path',
      events: ['activity.stored' as const],
      actor: site.owner,
    }
    await createEndpoint(services, site.scope, wanted)
    await storePurchase(services, site)
    await prepareEvents(services, describeWebhooks)
    const [row] = await services.db.system
      .update(webhookMessages)
      .set({ state: 'failed', attempts: 8 })
      .returning({ id: webhookMessages.id })
    return row?.id ?? 0
  }

  /** @returns the id of a job that gave up */
  const failJob = async (): Promise<string> => {
    const noting = handle(mailNote, (_services, { text }) => {
      ran.push(text)
      return Promise.resolve()
    })
    await world.queue.start([noting], services)
    const { rows } = await services.pool.query<{ id: string }>(
      `insert into pgboss.job (name, data, state, retry_limit, retry_count, started_on, completed_on, output)
       values ($1, $2, 'failed', 7, 7, now(), now(), $3) returning id`,
      [
        mailNote.name,
        { email: 'ada@shopper.example', text: 'hello' },
        { name: 'TypeError', message: 'No room for ada@shopper.example', stack: '' },
      ],
    )
    return rows[0]?.id ?? ''
  }

  const read = async (address: string) => {
    const response = await world.served.fetch(address, { headers: { Cookie: staff.cookie } })
    return { status: response.status, text: textOf(await response.text()) }
  }

  const send = async (address: string, form: Record<string, string>, on: Services = services) => {
    const { fetch } = on === services ? world.served : await serve(on)
    const response = await fetch(address, {
      method: 'POST',
      headers: { Cookie: staff.cookie },
      body: new URLSearchParams(form),
      redirect: 'manual',
    })
    return { status: response.status, text: textOf(await response.text()) }
  }

  const entries = async () =>
    services.db.system
      .select({
        act: staffActs.act,
        outcome: staffActs.outcome,
        reason: staffActs.reason,
        teamId: staffActs.teamId,
      })
      .from(staffActs)
      .where(eq(staffActs.staffId, staff.id))
      .orderBy(staffActs.id)

  return { world, uuid, staff, ran, failDelivery, failWebhook, failJob, read, send, entries }
}
