/** Data that owners enter themselves: imports and custom messages. */
import { beginImport } from '#app/domain/imports/imports.server.ts'
import { commitImport } from '#app/domain/imports/commit-import.server.ts'
import { addMessage } from '#app/domain/messages/messages.server.ts'
import { saveView } from '#app/domain/views/views.server.ts'
import type { Services } from '#app/services.ts'
import type { TestSite } from '#tests/support/makers.ts'
import { dayMillis } from '#app/lib/time.ts'

type Wanted = {
  fileName: string
  rows: number
  messages: readonly string[]
  /** Names of saved views, in the lists of purchases and of popup nudges. */
  views: readonly string[]
}

/** @returns the uuid of an import that needs a decision */
export async function storeByHand(
  services: Services,
  site: TestSite,
  { fileName, rows, messages, views }: Wanted,
): Promise<string> {
  const userId = site.owner.id
  for (const text of messages) await addMessage(services, site.scope, { userId, input: { text } })
  for (const name of views) {
    const query = 'state=hidden'
    await saveView(services, site.scope, { userId, list: 'purchase', name, query })
    await saveView(services, site.scope, { userId, list: 'popup', name, query: 'state=draft' })
  }
  const bring = (name: string, text: string) =>
    beginImport(services, site.scope, {
      kind: 'purchase',
      fileName: name,
      userId,
      bytes: Buffer.from(text),
    })
  await commitImport(
    services,
    site.scope,
    await bring('orders-of-last-year.csv', fileOf(services, 12)),
  )
  return bring(fileName, fileOf(services, rows))
}

/** Every fourth row has errors. */
function fileOf(services: Services, rows: number): string {
  const lines = Array.from({ length: rows }, (_none, row) => {
    const at = new Date(services.now().getTime() - (row + 1) * dayMillis).toISOString()
    const id = `${String(rows)}-${String(row)}`
    return row % 4 === 3
      ? `${id};01/02/2026;Ann;no address;Germany;Blue kettle;free;gift`
      : `${id};${at};Ann;ann@shop.example;NL;Blue kettle;49,95;`
  })
  const head = 'Order ID;Paid at;First name;Email;Country;Product name;Total;Notes'
  return [head, ...lines].join('\r\n')
}
