/** Every action of staff, over HTTP: exactly one entry of the audit log, however it ends. */
import { asc, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { announcements, givenCoupons, staffActs, twoFactors } from '#app/db/schema/index.ts'
import { readLastStaffAct } from '#app/domain/accounts/staff/run-staff-act.server.ts'
import { staffActNames, type StaffActName } from '#app/domain/accounts/staff/staff-acts.ts'
import { sendSecurityEmail } from '#app/jobs/account-emails.server.ts'
import { sendDataExportEmail, sendStaffActEmail } from '#app/jobs/staff-act-emails.server.ts'
import { sendSupportMessageEmail } from '#app/jobs/support-emails.server.ts'
import { cardTeam } from '../../support/billing/card-team.ts'
import { storeRequest } from '../../support/conversations/store-request.ts'
import type { TestUser } from '../../support/makers.ts'
import { serve } from '../../support/serve.ts'
import { createWorld, type World } from '../../support/world.ts'
import { operationActs } from './acts-operation.ts'
import { staffActSamples, withoutForm, type ActStory, type StaffActSample } from './acts.ts'

const reason = 'They asked for it.'

test('every action of staff has a sample', () => {
  const sampled = new Set([...staffActSamples, ...operationActs].map(({ act }) => act))
  expect([...sampled, ...withoutForm].sort()).toEqual([...staffActNames].sort())
})

async function createStory() {
  const world = await createWorld()
  await world.queue.start(
    [sendSecurityEmail, sendStaffActEmail, sendDataExportEmail, sendSupportMessageEmail],
    world.services,
  )
  const team = await cardTeam(world)
  const { services } = team
  const site = await world.site({ team })
  const member = await world.member(team)
  const person = await world.user({ name: 'Ann' })
  const at = world.clock.now()
  const { system } = services.db
  await system
    .insert(twoFactors)
    .values({ userId: person.id, method: 'phone', confirmedAt: at, createdAt: at })
  const { teamId } = team.scope
  const coupon = 'GIFT-SAMPLE'
  await system.insert(givenCoupons).values({
    teamId,
    code: coupon,
    providerId: 'promo_1',
    percentOff: 10,
    duration: 'once',
    createdAt: at,
  })
  const [announcement] = await system
    .insert(announcements)
    .values({ body: 'Hello.', publishedAt: at, createdAt: at, updatedAt: at })
    .returning({ id: announcements.id })
  const receiver = await world.team()
  const { fetch } = await serve(services)

  const send = async (as: TestUser, address: string, fields: Record<string, string>) => {
    const response = await fetch(address, {
      method: 'POST',
      headers: { Cookie: as.cookie },
      body: new URLSearchParams(fields),
      redirect: 'manual',
    })
    await response.arrayBuffer()
    return response.status
  }
  const story: ActStory = {
    services,
    staff: await world.confirmedStaff({ name: 'Sam Staff' }),
    other: await world.confirmedStaff({ name: 'Olga Staff' }),
    person,
    teamId,
    siteId: site.scope.siteId,
    memberId: member.id,
    receiverId: receiver.scope.teamId,
    coupon,
    announcementId: announcement?.id ?? 0,
    requestId: await storeRequest(services, { userId: person.id, teamId }),
    async act(as, name) {
      const sample = sampleOf(name)
      const fields = { ...sample.form(story), reason, lastActId: await lastOf(story, sample) }
      expect(await send(as, sample.address(story), fields)).toBe(200)
    },
  }
  return { world, story, send, owner: team.owner, member }
}

const sampleOf = (name: StaffActName): StaffActSample => {
  const sample = staffActSamples.find(({ act }) => act === name)
  if (!sample) throw new Error(`${name} has no sample.`)
  return sample
}

const isAboutUser = (story: ActStory, { address }: StaffActSample) =>
  /^\/kiosk\/(users|support)\//.test(address(story))

/** The newest action on the subject, as the screen would show it. */
const lastOf = async (story: ActStory, sample: StaffActSample) =>
  String(
    await readLastStaffAct(
      story.services,
      isAboutUser(story, sample) ? { userId: story.person.id } : { teamId: story.teamId },
    ),
  )

/** Actions of the test's member of staff. Preparations are another's. */
const entriesOf = ({ services, staff }: ActStory) =>
  services.db.system
    .select({ act: staffActs.act, outcome: staffActs.outcome })
    .from(staffActs)
    .where(eq(staffActs.staffId, staff.id))
    .orderBy(asc(staffActs.id))

/** Another member of staff acts on the same person and organization. */
const actMeanwhile = ({ services, other, person, teamId }: ActStory) =>
  services.db.system.insert(staffActs).values({
    staffId: other.id,
    userId: person.id,
    teamId,
    act: 'boost.given',
    outcome: 'done',
    reason,
    address: '',
    createdAt: services.now(),
  })

/** The database refuses a statement until the returned function is called. */
async function breakStatement(
  { services: { db } }: World,
  [statement, table]: StaffActSample['breaks'],
): Promise<() => Promise<void>> {
  const asOwner = (text: string) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`set local role none`)
      await tx.execute(sql.raw(text))
    })
  await asOwner(`
    create or replace function refuse_statement() returns trigger language plpgsql as
    $$ begin raise exception 'The database refuses.'; end $$;
    create trigger refuse_statement before ${statement} on ${table}
    for each statement execute function refuse_statement()`)
  return () => asOwner(`drop trigger refuse_statement on ${table}`)
}

const titled = staffActSamples.map((sample) => ({
  ...sample,
  title: `${sample.act}${sample.variant ?? ''}`,
}))

test.each(titled)('$title has one entry when refused, failed and done', async (sample) => {
  const { world, story, send } = await createStory()
  await sample.before?.(story)
  const address = sample.address(story)
  const post = (fields: Record<string, string>) => send(story.staff, address, fields)
  const stale = await lastOf(story, sample)
  const expected: { act: string; outcome: string }[] = []

  if (sample.refused === undefined) {
    await actMeanwhile(story)
    expect(await post({ ...sample.form(story), reason, lastActId: stale })).toBe(409)
    expected.push({ act: sample.act, outcome: 'refused' })
  } else if (sample.refused) {
    const status = await post({ ...sample.refused(story), reason })
    expect([404, 409, 422]).toContain(status)
    expected.push({ act: sample.act, outcome: 'refused' })
  }
  expect(await entriesOf(story)).toEqual(expected)

  const repair = await breakStatement(world, sample.breaks)
  const current = { reason, lastActId: await lastOf(story, sample) }
  try {
    expect(await post({ ...sample.form(story), ...current })).toBe(500)
  } finally {
    await repair()
  }
  expected.push({ act: sample.act, outcome: 'failed' })
  expect(await entriesOf(story)).toEqual(expected)
  expect(world.takeErrors()).not.toEqual([])

  const last = await lastOf(story, sample)
  const status = await post({ ...sample.form(story), reason, lastActId: last })
  expect([200, 302]).toContain(status)
  expected.push({ act: sample.act, outcome: 'done' })
  expect(await entriesOf(story)).toEqual(expected)
})

const withReason = titled.filter(({ isWithoutReason }) => !isWithoutReason)

test.each(withReason)('$title with a reason of spaces has no entry', async (sample) => {
  const { story, send } = await createStory()
  await sample.before?.(story)
  const fields = { ...sample.form(story), reason: '        ', lastActId: '0' }

  expect(await send(story.staff, sample.address(story), fields)).toBe(422)

  expect(await entriesOf(story)).toEqual([])
})

test('no action is there for anyone but staff with a fresh second factor', async () => {
  const { world, story, send, owner, member } = await createStory()
  const stale = await world.user({ isStaff: true })
  const nobody = { ...stale, cookie: '' }
  const sampled = staffActSamples.map((sample) => ({
    act: sample.act,
    address: sample.address(story),
    form: sample.form(story),
  }))
  const subject = { delivery: 1, message: 1, job: '0198b5f0-0000-7000-8000-000000000000' }
  const ofService = operationActs.map(({ act, address, intent, form }) => ({
    act,
    address,
    form: { intent, ...form(subject) },
  }))

  for (const { act, address, form } of [...sampled, ...ofService]) {
    const fields = { ...form, reason, lastActId: '0' }
    const answers = []
    for (const person of [nobody, member, owner, stale]) {
      answers.push(await send(person, address, fields))
    }
    expect([act, ...answers]).toEqual([act, 302, 404, 404, 403])
  }
  expect(await story.services.db.system.$count(staffActs)).toBe(0)
})
