/** One group, and answers of servers to its attempts. */
import { JetStreamApiError, type PubAck } from '@nats-io/jetstream'
import { expect, it } from 'vitest'
import { publishGroup, StreamEnded } from './publish-group.server.ts'
import type { StoredMessage } from './stored-groups.server.ts'

const record = Buffer.from('a group')

/** Publishes to servers that give these answers, the last one again and again. */
function publish(answers: readonly (Pick<PubAck, 'seq' | 'duplicate'> | Error)[], kept?: Buffer) {
  let attempts = 0
  const js = {
    publish() {
      const answer = answers[Math.min(attempts, answers.length - 1)]
      attempts += 1
      if (!answer || answer instanceof Error) return Promise.reject(answer ?? new Error('none'))
      return Promise.resolve({ stream: 'events', ...answer })
    },
  }
  const last: StoredMessage | null = kept ? { seq: 9, bytes: kept, at: 0 } : null
  return publishGroup(
    {
      link: {
        js: js as unknown as Parameters<typeof publishGroup>[0]['link']['js'],
        isReady: () => true,
      },
      name: 'events',
      stored: { last: () => Promise.resolve(last) },
      times: { attemptMillis: 50, allMillis: 200, pauseMillis: 1 },
    },
    { stream: 'a', n: 3, after: 2 },
    record,
  )
}

const timeout = new Error('timeout')
const refusal = (code: number) =>
  new JetStreamApiError({ code: 400, err_code: code, description: 'refused' })

it('a repeat counts as kept when the servers name its sequence', async () => {
  expect(await publish([timeout, { seq: 7, duplicate: true }])).toBe(7)
})

it('a repeat that no quorum has yet is asked for again', async () => {
  const answers = [timeout, { seq: 0, duplicate: true }, { seq: 7, duplicate: true }]

  expect(await publish(answers)).toBe(7)
})

it('a repeat that no quorum ever gets is not acknowledged', async () => {
  await expect(publish([timeout, { seq: 0, duplicate: true }])).rejects.toThrow(StreamEnded)
})

it('a number that a refused group may still take ends the stream', async () => {
  await expect(publish([refusal(10_158)])).rejects.toThrow(StreamEnded)
  await expect(publish([{ seq: 3, duplicate: true }], Buffer.from('another'))).rejects.toThrow(
    StreamEnded,
  )
})

it('the same group that has its number already is kept', async () => {
  expect(await publish([timeout, refusal(10_071)], record)).toBe(9)
})
