/** Support requests: stored, and emailed to those who answer. */
import { expect, onTestFinished, test } from 'vitest'
import { supportRequests } from '#app/db/schema/index.ts'
import { sendSupportEmail } from '#app/jobs/support-emails.server.ts'
import { action as ask } from '#app/routes/support/support.tsx'
import { startSmtpServer } from '#workshop/doubles/smtp-server.ts'
import { withSmtp } from '../../support/email-world.ts'
import { createWorld, type World } from '../../support/world.ts'

const typed = {
  subject: 'Bcc: everybody\r\nSubject: hello',
  message: 'Where is my nudge?\n\nIt was here <b>yesterday</b>.',
}

/** A world whose support requests are emailed, if there is a recipient. */
async function createSupportWorld(supportEmail: string | undefined = 'help@footfall.test') {
  const world = await createWorld()
  const smtp = await startSmtpServer()
  onTestFinished(smtp.stop)
  const services = withSmtp(world.services, smtp.url)
  const answering = { ...services, config: { ...services.config, supportEmail } }
  await world.queue.start([sendSupportEmail], answering)
  return { ...world, services: answering, smtp }
}

const stored = ({ services }: World) =>
  services.db.system
    .select({ userId: supportRequests.userId, subject: supportRequests.subject })
    .from(supportRequests)

test('a request is emailed to those who answer, who answer it in the kiosk', async () => {
  const { smtp, ...world } = await createSupportWorld()
  const { owner } = await world.site()

  expect(await ask(world.visit('/support', { as: owner, form: typed }))).toMatchObject({
    data: { sentAt: expect.any(Number) as number },
  })

  await expect.poll(() => smtp.mails.length).toBe(1)
  const [mail] = smtp.mails
  expect(mail).toMatchObject({
    to: ['help@footfall.test'],
    headers: { subject: /^Support request \d+$/ },
  })
  // A reply would reach the person, and be missing in the conversation.
  expect(mail?.headers).not.toHaveProperty('reply-to')
  expect(mail?.text).toMatch(/\/kiosk\/support\/\d+/)
  expect(mail?.text).toContain('Where is my nudge?')
  expect(mail?.html).toContain('It was here &lt;b&gt;yesterday&lt;/b&gt;.')
  expect(await stored(world)).toMatchObject([{ userId: owner.id }])
})

test('a request is stored when no recipient is configured', async () => {
  const world = await createWorld()
  await world.queue.start([sendSupportEmail], world.services)
  const { owner } = await world.site()

  await ask(world.visit('/support', { as: owner, form: typed }))

  expect(await stored(world)).toHaveLength(1)
})

test.each([
  [{ subject: '', message: typed.message }, 'subject', 'Enter a subject.'],
  [{ subject: 's'.repeat(151), message: typed.message }, 'subject', 'Use 150 characters or fewer.'],
  [{ subject: 'Nudge', message: 'Help' }, 'message', 'Enter a message of at least 10 characters.'],
  [{ subject: 'Nudge', message: 'm'.repeat(5_001) }, 'message', 'Use 5,000 characters or fewer.'],
])('%j is refused at %s and stays typed', async (form, field, sentence) => {
  const world = await createWorld()
  const ann = await world.user()

  const answer = await ask(world.visit('/support', { as: ann, form }))

  expect(answer).toMatchObject({
    init: { status: 422 },
    data: { errors: { [field]: [sentence] }, values: form },
  })
  expect(await stored(world)).toEqual([])
})

test('a sixth request within an hour must wait, and its text stays in the form', async () => {
  const world = await createWorld()
  await world.queue.start([sendSupportEmail], world.services)
  const ann = await world.user()
  const form = { subject: 'Nudge', message: 'Where is my nudge?' }
  for (let count = 0; count < 5; count += 1) await ask(world.visit('/support', { as: ann, form }))

  const answer = await ask(world.visit('/support', { as: ann, form }))

  expect(answer).toMatchObject({ init: { status: 429 }, data: { values: form } })
  expect(await stored(world)).toHaveLength(5)
})
