import { expect, onTestFinished, test, vi } from 'vitest'
import { startTicketNews } from './ticket-news.ts'

function openChannel(name: string) {
  const channel = new BroadcastChannel(name)
  onTestFinished(() => {
    channel.close()
  })
  return channel
}

test('pages of a tenant get the report of a used ticket, and the one that used it doesn’t', async () => {
  const reported: string[] = []
  const page = (name: string, tenant: string) =>
    startTicketNews(
      () => openChannel(tenant),
      () => reported.push(name),
    )
  page('first', 'linen')
  const duplicate = page('duplicate', 'linen')
  page('other store', 'wool')

  duplicate.used()

  await vi.waitFor(() => {
    expect(reported).toEqual(['first'])
  })
})

test('a browser without channels goes on', () => {
  const news = startTicketNews(
    () => {
      throw new Error('blocked')
    },
    () => {},
  )
  expect(() => {
    news.used()
  }).not.toThrow()
})
