import { applyErasures } from '#app/domain/lifecycle/apply-erasures.server.ts'
import { schedule } from './job.ts'
import { dayMillis } from '#app/lib/time.ts'

/**
 * How long emails of a product without an email server are kept. Nothing about an erased person
 * stays longer.
 */
const mailDays = 30

/**
 * Erases again what a restored backup brought back, and removes old emails of a product without an
 * email server.
 */
export const applyErasuresJob = schedule('privacy.keep-erased', '41 3 * * *', async (services) => {
  await applyErasures(services)
  await services.mail.outbox.sweep(new Date(services.now().getTime() - mailDays * dayMillis))
})
