/** Support conversations in the kiosk: what waits, who answers, and the record of it. */
import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { staffActs, supportMessages, supportRequests } from '#app/db/schema/index.ts'
import { sendSupportEmail, sendSupportMessageEmail } from '#app/jobs/support-emails.server.ts'
import { readKioskConversation } from '#app/presenters/kiosk/support.server.ts'
import { serve } from '../../support/serve.ts'
import { storeRequest } from '../../support/conversations/store-request.ts'
import { createWorld } from '../../support/world.ts'

const reason = 'Sam knows Shopify best.'

async function createStory() {
  const world = await createWorld()
  await world.queue.start([sendSupportEmail, sendSupportMessageEmail], world.services)
  const { db } = world.services
  const { fetch } = await world.serve()
  const staff = await world.confirmedStaff({ name: 'Sam Staff' })
  const { owner, team } = await world.site({ name: 'Linen shop', url: 'https://linen.example' })
  const id = await storeRequest(world.services, { userId: owner.id, teamId: team.scope.teamId })
  const path = `/kiosk/support/${String(id)}`
  const read = async (address: string, { cookie } = staff) =>
    (await fetch(address, { headers: { Cookie: cookie } })).text()
  /** As from a screen that shows everything so far. */
  const send = async (fields: Record<string, string>, { as = staff, to = path } = {}) => {
    const requestId = Number(to.split('/').at(-1))
    const shown = await readKioskConversation(world.services, { requestId, before: null })
    return fetch(`${to}.data`, {
      method: 'POST',
      headers: { Cookie: as.cookie },
      body: new URLSearchParams({
        lastActId: String(shown?.lastActId),
        lastMessageId: String(shown?.lastMessageId),
        ...fields,
      }),
    })
  }
  const stored = async () => {
    const [row] = await db.system
      .select({ state: supportRequests.state, assigneeId: supportRequests.assigneeId })
      .from(supportRequests)
      .where(eq(supportRequests.id, id))
    return row
  }
  const messages = () =>
    db.system
      .select({
        author: supportMessages.author,
        userId: supportMessages.userId,
        body: supportMessages.body,
      })
      .from(supportMessages)
      .orderBy(asc(supportMessages.id))
  const entries = () =>
    db.system
      .select({
        act: staffActs.act,
        outcome: staffActs.outcome,
        reason: staffActs.reason,
        userId: staffActs.userId,
      })
      .from(staffActs)
      .orderBy(asc(staffActs.id))
  return { world, staff, owner, team, id, path, read, send, stored, messages, entries }
}

test('an answer reaches the person by email with a link to the conversation, and is one entry', async () => {
  const { world, staff, owner, id, send, stored, messages, entries } = await createStory()

  const answer = await send({ intent: 'answer', message: 'Your theme lost the snippet.' })

  expect(answer.status).toBe(200)
  expect((await messages()).at(-1)).toEqual({
    author: 'staff',
    userId: staff.id,
    body: 'Your theme lost the snippet.',
  })
  expect(await stored()).toEqual({ state: 'waiting', assigneeId: staff.id })
  expect(await entries()).toEqual([
    { act: 'support.answered', outcome: 'done', reason: null, userId: owner.id },
  ])
  const { outbox } = world.services.mail
  await expect.poll(async () => (await outbox.list()).map(({ to }) => to)).toEqual([owner.email])
  const [listed] = await outbox.list()
  const mail = await outbox.read(listed?.id ?? '')
  expect(mail?.subject).toBe('Footfall support answered your request')
  expect(mail?.text).toContain('Your theme lost the snippet.')
  expect(mail?.text).toContain(`http://footfall.test/support/${String(id)}`)
  expect(mail?.text).not.toMatch(/reply to this email/i)
})

test('an answer can solve the request, and keeps the assignee', async () => {
  const { world, id, send, stored } = await createStory()
  const other = await world.confirmedStaff()
  await world.services.db.system
    .update(supportRequests)
    .set({ assigneeId: other.id })
    .where(eq(supportRequests.id, id))

  await send({ intent: 'answer', message: 'Done.', isSolved: 'on' })

  expect(await stored()).toEqual({ state: 'solved', assigneeId: other.id })
})

test('assignee and status change with a reason, and only to staff', async () => {
  const { world, staff, owner, send, stored, entries } = await createStory()
  const change = (fields: Record<string, string>) =>
    send({ intent: 'change', state: 'open', assignee: '', reason, ...fields })

  expect((await change({ assignee: String(staff.id), reason: '     ' })).status).toBe(422)
  expect((await change({ state: 'closed' })).status).toBe(422)
  expect(await entries()).toEqual([])

  expect((await change({ assignee: String(staff.id) })).status).toBe(200)
  expect(await stored()).toEqual({ state: 'open', assigneeId: staff.id })
  expect((await change({ state: 'solved' })).status).toBe(200)
  expect(await stored()).toEqual({ state: 'solved', assigneeId: null })
  const merchant = await change({ assignee: String(owner.id), state: 'solved' })
  expect([merchant.status, await merchant.text()]).toEqual([
    409,
    expect.stringContaining('This assignee is no longer staff.'),
  ])
  expect((await change({ state: 'solved' })).status).toBe(409)

  const shared = { act: 'support.changed', reason, userId: owner.id }
  expect(await entries()).toEqual(
    ['done', 'done', 'refused', 'refused'].map((outcome) => ({ ...shared, outcome })),
  )
  expect(await world.services.mail.outbox.list()).toEqual([])
})

test('who answers after a colleague or a new message sees that first', async () => {
  const { world, owner, id, send, messages, entries } = await createStory()
  const other = await world.confirmedStaff({ name: 'Olu Other' })
  const answer = { intent: 'answer', message: 'Have you tried it again?' }
  const first = { ...answer, lastActId: '0', lastMessageId: '1' }

  expect((await send(first, { as: other })).status).toBe(200)
  const late = await send(first)
  expect([late.status, await late.text()]).toEqual([
    409,
    expect.stringContaining('Meanwhile, Olu Other answered a support request of the user.'),
  ])
  await world.services.db.system.insert(supportMessages).values({
    requestId: id,
    author: 'user',
    userId: owner.id,
    body: 'Yes.',
    createdAt: world.clock.now(),
  })
  const blind = await send({ ...answer, lastMessageId: '2' })
  expect([blind.status, await blind.text()]).toEqual([
    409,
    expect.stringContaining('A new message arrived meanwhile.'),
  ])

  expect((await messages()).map(({ author }) => author)).toEqual(['user', 'staff', 'user'])
  expect((await entries()).map(({ outcome }) => outcome)).toEqual(['done', 'refused', 'refused'])
})

test('an answer that names a later message than the newest is refused', async () => {
  const { world, owner, id, send, messages } = await createStory()
  await world.services.db.system.insert(supportMessages).values({
    requestId: id,
    author: 'user',
    userId: owner.id,
    body: 'Are you there?',
    createdAt: world.clock.now(),
  })

  for (const lastMessageId of ['3', String(Number.MAX_SAFE_INTEGER)]) {
    const blind = await send({ intent: 'answer', message: 'Yes.', lastMessageId })
    expect([blind.status, await blind.text()]).toEqual([
      409,
      expect.stringContaining('This page is out of date. Reload it, then try again.'),
    ])
  }

  expect(await messages()).toHaveLength(2)
})

test('no one on staff answers themselves, but others can', async () => {
  const { world, staff, send, read, entries } = await createStory()
  const asked = await storeRequest(world.services, { userId: staff.id })
  const to = `/kiosk/support/${String(asked)}`
  const answer = { intent: 'answer', message: 'It works for me.' }

  expect(await read(to)).toContain('Someone else on staff has to answer.')
  expect((await send(answer, { to })).status).toBe(409)
  expect((await send(answer, { to, as: await world.confirmedStaff() })).status).toBe(200)

  expect((await entries()).map(({ outcome }) => outcome)).toEqual(['refused', 'done'])
})

test('an answer that fails in the middle is one entry, and nothing of it is kept', async () => {
  const { world, staff, path, stored, messages, entries } = await createStory()
  const { services } = world
  const jobs = { ...services.jobs, send: () => Promise.reject(new TypeError('A bug.')) }
  const { fetch } = await serve({ ...services, jobs })

  const answer = await fetch(`${path}.data`, {
    method: 'POST',
    headers: { Cookie: staff.cookie },
    body: new URLSearchParams({
      intent: 'answer',
      message: 'Your theme lost the snippet.',
      lastActId: '0',
      lastMessageId: '1',
    }),
  })

  expect(answer.status).toBe(500)
  expect(world.takeErrors()).toHaveLength(1)
  expect(await messages()).toHaveLength(1)
  expect(await stored()).toEqual({ state: 'open', assigneeId: null })
  expect(await entries()).toMatchObject([{ act: 'support.answered', outcome: 'failed' }])
})

test('the list shows what waits for staff, and finds the rest by status, assignee and words', async () => {
  const { world, staff, owner, read, path } = await createStory()
  const store = async (
    subject: string,
    wanted: Partial<Parameters<typeof storeRequest>[1]> = {},
  ) => {
    world.clock.advance(1_000)
    await storeRequest(world.services, { userId: owner.id, subject, ...wanted })
  }
  const bob = await world.user({ name: 'Bob_Bobson', email: 'bob@wool.example' })
  await store('Newer', { assigneeId: staff.id })
  await store('Answered', { state: 'waiting' })
  await store('Solved 100%', { state: 'solved', userId: bob.id })
  const subjects = async (query: string) => {
    const html = await read(`/kiosk/support${query}`)
    return ['Where is my nudge?', 'Newer', 'Answered', 'Solved 100%']
      .map((subject) => [html.indexOf(`>${subject}<`), subject] as const)
      .filter(([place]) => place >= 0)
      .sort(([one], [other]) => one - other)
      .map(([, subject]) => subject)
  }

  expect(await subjects('')).toEqual(['Newer', 'Where is my nudge?'])
  expect(await subjects('?state=waiting')).toEqual(['Answered'])
  expect(await subjects('?state=all')).toEqual([
    ...['Solved 100%', 'Answered', 'Newer', 'Where is my nudge?'],
  ])
  expect(await subjects('?assignee=me')).toEqual(['Newer'])
  expect(await subjects('?assignee=nobody')).toEqual(['Where is my nudge?'])
  expect(await subjects(`?assignee=${String(staff.id)}`)).toEqual(['Newer'])
  expect(await subjects('?state=all&q=bob@wool')).toEqual(['Solved 100%'])
  expect(await subjects('?state=all&q=Bob_B')).toEqual(['Solved 100%'])
  expect(await subjects('?state=all&q=100%25')).toEqual(['Solved 100%'])
  expect(await subjects('?state=all&q=%25')).toEqual([])
  expect(await subjects('?state=all&q=_')).toEqual([])
  expect(await subjects('?state=all&q=an*red')).toEqual(['Answered'])
  expect(await subjects(`?state=all&q=${path.replace(/\D/g, '')}`)).toEqual(['Where is my nudge?'])
  expect(await subjects('?state=nonsense&assignee=nonsense&before=nonsense')).toEqual([
    ...['Newer', 'Where is my nudge?'],
  ])
})

test('pages of the list keep its filters', async () => {
  const { world, owner, read } = await createStory()
  for (let count = 1; count <= 51; count += 1) {
    world.clock.advance(1_000)
    const subject = `Question ${String(count)}.`
    await storeRequest(world.services, { userId: owner.id, subject, state: 'solved' })
  }

  const first = await read('/kiosk/support?state=solved')
  const next = /href="(\/kiosk\/support\?state=solved&amp;before=[\w-]+)"/.exec(first)?.[1] ?? ''
  const second = await read(next.replace('&amp;', '&'))

  expect(first).toContain('Question 51.')
  expect(first).not.toContain('>Question 1.<')
  expect(second).toContain('>Question 1.<')
  expect(second).not.toContain('>Question 2.<')
})

test('a message is new until staff opened it', async () => {
  const { read, send, entries } = await createStory()
  expect(await read('/kiosk/support')).toContain('New message')

  expect((await send({ intent: 'read', message: '1' })).status).toBe(200)

  expect(await read('/kiosk/support')).not.toContain('New message')
  expect(await entries()).toEqual([])
})

test('the organization’s plan, sites and errors are beside the conversation', async () => {
  const { world, owner, team, read, path } = await createStory()
  expect(await read(path)).toContain('No connection fails')
  const { pool } = world.services
  const { rows } = await pool.query<{ id: number }>('select id from sites')
  await pool.query(
    `insert into connections (uuid, team_id, site_id, integration, account, state, fault, credentials, created_at)
     values (gen_random_uuid(), $1, $2, 'wordpress', 'linen.example', 'lost', 'The key was revoked.', '\\x00', now())`,
    [team.scope.teamId, rows[0]?.id],
  )

  const html = await read(path)

  for (const shown of [
    owner.email,
    'Free',
    'Linen shop',
    'https://linen.example',
    'The key was revoked.',
  ]) {
    expect(html).toContain(shown)
  }
  expect(html).toContain(`/kiosk/users/${String(owner.id)}`)
  expect(html).toContain(`/kiosk/teams/${String(team.scope.teamId)}`)
})

test('a conversation that doesn’t exist is an unknown page, and nothing is recorded', async () => {
  const { send, read, entries } = await createStory()
  const to = '/kiosk/support/987654'

  expect(await read(to)).toContain('Page Not Found')
  expect((await send({ intent: 'answer', message: 'Hello?' }, { to })).status).toBe(404)

  expect(await entries()).toEqual([])
})
