import { expect, test } from 'vitest'
import type { PushKind } from '#app/contract/push.ts'
import type { ClaimedSend } from './claim-sends.server.ts'
import { decideSend } from './decide-send.server.ts'

const at = new Date('2026-12-01T12:00Z')

const sendOf = (kind: PushKind) =>
  ({
    kind,
    kinds: [kind],
    variant: 'a',
    timeZone: 'UTC',
    attempts: 1,
    expiresAt: new Date('2026-12-02T12:00Z'),
    delivery: {},
    recent: { day: 0, week: 0 },
    siteUrl: 'https://shop.example',
    content: { title: 'Hello', body: 'From us', url: '/', image: null },
    contentB: null,
    version: 1,
  }) as unknown as ClaimedSend

const known = { at, isLimitReached: true, facts: { values: {}, path: null, why: [] }, sentNow: 0 }

test.each(['back_in_stock', 'price_drop'] as const)(
  'at the plan’s limit, a message about %s waits for an hour',
  (kind) => {
    expect(decideSend(sendOf(kind), known)).toEqual({
      do: 'wait',
      until: new Date('2026-12-01T13:00Z'),
    })
  },
)

test.each(['news', 'order_shipped', 'abandoned_cart'] as const)(
  'at the plan’s limit, a message about %s is skipped',
  (kind) => {
    expect(decideSend(sendOf(kind), known)).toEqual({ do: 'skip', reason: 'limit' })
  },
)
