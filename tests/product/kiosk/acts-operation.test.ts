/** Each action of staff on deliveries, webhooks and jobs, over HTTP: one entry, however it ends. */
import { expect, test } from 'vitest'
import { readLastStaffAct } from '#app/domain/accounts/staff/run-staff-act.server.ts'
import { createOperationStory } from '../../support/kiosk/operation-story.ts'
import { operationActs } from './acts-operation.ts'

const reason = 'The owner asked where the order is.'

async function createSubject() {
  const story = await createOperationStory()
  const subject = {
    delivery: await story.failDelivery(),
    message: await story.failWebhook(),
    job: await story.failJob(),
  }
  const { teamId } = story.world.site.scope
  const last = () => readLastStaffAct(story.world.services, { teamId })
  return { ...story, subject, last }
}

test.each(operationActs)(
  '$act has one entry when it fails, is done, and is refused',
  async ({ act, address, intent, form, isOfService, broken }) => {
    const { world, subject, last, send, entries } = await createSubject()
    const stale = await last()
    const formWith = (lastActId: number) => ({
      intent,
      ...form(subject),
      reason,
      lastActId: String(lastActId),
    })
    const outcomes = async () => (await entries()).map((one) => [one.act, one.outcome])

    expect((await send(address, formWith(stale), broken(world.services))).status).toBe(500)
    expect(await outcomes()).toEqual([[act, 'failed']])
    world.takeErrors()

    expect((await send(address, formWith(await last()))).status).toBe(200)
    expect((await entries())[1]).toEqual({
      act,
      outcome: 'done',
      reason,
      teamId: isOfService ? null : world.site.scope.teamId,
    })

    // Actions on the service as a whole are refused once nothing is left to act on.
    if (isOfService)
      await world.services.pool.query('delete from pgboss.job where id = $1', [subject.job])
    expect((await send(address, formWith(stale))).status).toBe(409)
    expect(await outcomes()).toEqual([
      [act, 'failed'],
      [act, 'done'],
      [act, 'refused'],
    ])
  },
)

test.each(operationActs)(
  '$act needs a reason that isn’t spaces, and then has no entry',
  async ({ address, intent, form }) => {
    const { subject, last, send, entries } = await createSubject()
    const given = { intent, ...form(subject), reason: '        ', lastActId: String(await last()) }
    expect((await send(address, given)).status).toBe(422)
    expect(await entries()).toEqual([])
  },
)
