/** Support conversations of the person who asked. */
import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { supportMessages, supportRequests } from '#app/db/schema/index.ts'
import { sendSupportEmail, sendSupportMessageEmail } from '#app/jobs/support-emails.server.ts'
import { storeRequest } from '../../support/conversations/store-request.ts'
import { createWorld } from '../../support/world.ts'

async function createStory() {
  const world = await createWorld()
  await world.queue.start([sendSupportEmail, sendSupportMessageEmail], world.services)
  const { fetch } = await world.serve()
  const ann = await world.user({ name: 'Ann' })
  const staff = await world.user({ name: 'Sam Staff', isStaff: true })
  const id = await storeRequest(world.services, {
    userId: ann.id,
    state: 'waiting',
    messages: [
      { author: 'user', userId: ann.id, body: 'Where is my nudge?' },
      { author: 'staff', userId: staff.id, body: 'On <b>your</b> home page.' },
    ],
  })
  const path = `/support/${String(id)}`
  const read = async (address: string, { cookie } = ann) =>
    (await fetch(address, { headers: { Cookie: cookie } })).text()
  const send = (fields: Record<string, string>, { cookie } = ann) =>
    fetch(`${path}.data`, {
      method: 'POST',
      headers: { Cookie: cookie },
      body: new URLSearchParams(fields),
    })
  const stateOf = async () => {
    const [row] = await world.services.db.system
      .select({ state: supportRequests.state, readId: supportRequests.userReadId })
      .from(supportRequests)
      .where(eq(supportRequests.id, id))
    return row
  }
  const messages = () =>
    world.services.db.system
      .select({
        id: supportMessages.id,
        author: supportMessages.author,
        body: supportMessages.body,
      })
      .from(supportMessages)
      .orderBy(asc(supportMessages.id))
  return { world, ann, id, path, read, send, stateOf, messages }
}

test('the person sees both sides, without the names of staff, and the status', async () => {
  const { path, read } = await createStory()

  expect(await read('/support')).toMatch(/Where is my nudge\?.*New answer.*Waiting for you/s)
  const html = await read(path)

  expect(html).toContain('Footfall support')
  expect(html).toContain('On &lt;b&gt;your&lt;/b&gt; home page.')
  expect(html).not.toContain('Sam Staff')
})

test('an answer opens the conversation again, whatever its status', async () => {
  const { world, id, send, stateOf, messages } = await createStory()

  for (const state of ['waiting', 'solved'] as const) {
    await world.services.db.system
      .update(supportRequests)
      .set({ state })
      .where(eq(supportRequests.id, id))
    expect((await send({ intent: 'answer', message: ` Still nothing, ${state}. ` })).status).toBe(
      200,
    )
    expect(await stateOf()).toMatchObject({ state: 'open' })
  }

  expect((await messages()).slice(2)).toMatchObject([
    { author: 'user', body: 'Still nothing, waiting.' },
    { author: 'user', body: 'Still nothing, solved.' },
  ])
})

test('an answer that was on the screen is read, and a later one isn’t', async () => {
  const { world, ann, id, read, send, messages } = await createStory()
  const newest = (await messages()).at(-1)?.id ?? 0

  expect((await send({ intent: 'read', message: String(newest) })).status).toBe(200)
  expect(await read('/support')).not.toContain('New answer')
  await world.services.db.system.insert(supportMessages).values({
    requestId: id,
    author: 'staff',
    userId: ann.id,
    body: 'Now?',
    createdAt: world.clock.now(),
  })

  expect(await read('/support')).toContain('New answer')
  await send({ intent: 'read', message: String(newest) })
  expect(await read('/support')).toContain('New answer')
})

test.each([
  ['of spaces', { message: '   ' }, 'Enter a message.'],
  ['that is too long', { message: 'm'.repeat(5_001) }, 'Use 5,000 characters or fewer.'],
])('an answer %s is refused, and changes nothing', async (_case, fields, sentence) => {
  const { send, stateOf, messages } = await createStory()

  const answer = await send({ intent: 'answer', ...fields })

  expect(answer.status).toBe(422)
  expect(await answer.text()).toContain(sentence)
  expect(await stateOf()).toMatchObject({ state: 'waiting' })
  expect(await messages()).toHaveLength(2)
})

test('no one else reads or answers the conversation', async () => {
  const { world, path, read, send, stateOf, messages } = await createStory()
  const bob = await world.user({ name: 'Bob' })

  expect(await read(path, bob)).not.toContain('Where is my nudge?')
  expect((await send({ intent: 'answer', message: 'It is solved.' }, bob)).status).toBe(404)
  expect((await send({ intent: 'read', message: '2' }, bob)).status).toBe(404)

  expect(await messages()).toHaveLength(2)
  expect(await stateOf()).toMatchObject({ state: 'waiting', readId: 0 })
})

test('staff who impersonate the person see it, but neither answer nor ask nor mark it as read', async () => {
  const { world, ann, path, send, stateOf, messages } = await createStory()
  const { fetch } = await world.serve()
  const confirmed = await world.confirmedStaff()
  const started = await fetch('/api/impersonation', {
    method: 'POST',
    headers: { Cookie: confirmed.cookie },
    body: new URLSearchParams({
      intent: 'start',
      user: String(ann.id),
      reason: 'Ticket 12: nudge',
    }),
  })
  const cookie = /^token=[^;]*/.exec(started.headers.get('set-cookie') ?? '')?.[0] ?? ''
  const acting = { ...confirmed, cookie }

  expect((await fetch(path, { headers: { Cookie: cookie } })).status).toBe(200)
  expect((await send({ intent: 'answer', message: 'I am Ann.' }, acting)).status).toBe(403)
  const newest = (await messages()).at(-1)?.id ?? 0
  await send({ intent: 'read', message: String(newest) }, acting)
  const asked = await fetch('/support.data', {
    method: 'POST',
    headers: { Cookie: cookie },
    body: new URLSearchParams({ subject: 'A question', message: 'What is this about?' }),
  })

  expect(asked.status).toBe(403)
  expect(await messages()).toHaveLength(2)
  expect(await stateOf()).toMatchObject({ readId: 0 })
})

test('a twenty-first answer within an hour has to wait, and stays typed', async () => {
  const { send, messages } = await createStory()
  for (let count = 0; count < 20; count += 1) await send({ intent: 'answer', message: 'And?' })

  const answer = await send({ intent: 'answer', message: 'Hello?' })

  expect(answer.status).toBe(429)
  expect(await answer.text()).toContain('Hello?')
  expect(await messages()).toHaveLength(22)
})

test('a long conversation is read by pages', async () => {
  const { world, ann, read } = await createStory()
  const id = await storeRequest(world.services, {
    userId: ann.id,
    subject: 'Long',
    messages: Array.from({ length: 101 }, (_, place) => ({
      author: 'user' as const,
      userId: ann.id,
      body: `Message number ${String(place + 1)}.`,
    })),
  })

  const newest = await read(`/support/${String(id)}`)
  expect(newest).toContain('Message number 101.')
  expect(newest).not.toContain('Message number 1.')
  const before = /\?before=(\d+)/.exec(newest)?.[1] ?? ''
  const oldest = await read(`/support/${String(id)}?before=${before}`)

  expect(oldest).toContain('Message number 1.')
  expect(oldest).not.toContain('Message number 2.')
  expect(oldest).toContain('Newest messages')
})

test('the list is paged by the newest message', async () => {
  const { world, ann, read } = await createStory()
  for (let count = 1; count <= 20; count += 1) {
    world.clock.advance(1_000)
    await storeRequest(world.services, { userId: ann.id, subject: `Question ${String(count)}.` })
  }

  const first = await read('/support')
  const next = /\/support\?before=([\w-]+)/.exec(first)?.[1] ?? ''
  const second = await read(`/support?before=${next}`)

  expect(first).toContain('Question 20.')
  expect(first).not.toContain('Where is my nudge?')
  expect(second).toContain('Where is my nudge?')
  expect(second).not.toContain('Question 1.')
})
