/** A page for people: what to enter in the product to connect each double, and what happens in it. */
import { createServer } from 'node:http'
import { listenOnThisMachine } from './shop-double.ts'

export type DeskService = {
  name: string
  /** Values to enter, by the labels of the product's form. */
  details: Readonly<Record<string, string>>
  /** Actions of its owner or a shopper, by the button's label. */
  actions: Readonly<Record<string, () => Promise<unknown>>>
}

export type ServiceDesk = { url: string; stop: () => Promise<void> }

export async function startServiceDesk(
  services: readonly DeskService[],
  port: number,
  lead = 'Connect them under Integrations.',
): Promise<ServiceDesk> {
  const server = createServer((request, response) => {
    const [, service = '', action = ''] = decodeURIComponent(request.url ?? '').split('/')
    const act = services.find(({ name }) => name === service)?.actions[action]
    if (request.method !== 'POST' || !act) {
      response
        .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
        .end(pageOf(services, lead))
      return
    }
    void act().then(
      () => response.writeHead(303, { Location: '/' }).end(),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  const taken = await listenOnThisMachine(server, port)
  return {
    url: `http://127.0.0.1:${String(taken)}`,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

const pageOf = (services: readonly DeskService[], lead: string) => `<!doctype html>
<html lang="en">
<meta name="viewport" content="width=device-width">
<title>Services on this machine</title>
<style>
  body { max-width: 42rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif }
  dt { font-weight: 600 } dd { margin: 0 0 .5rem } code { overflow-wrap: anywhere } form { display: inline }
</style>
<h1>Services on this machine</h1>
<p>${lead} They forget everything when they stop.</p>
${services.map(sectionOf).join('\n')}
</html>`

const detailsOf = (details: DeskService['details']) => {
  const rows = Object.entries(details)
  if (rows.length === 0) return '<p>Nothing to enter: approve on its own page.</p>'
  const list = rows.map(([label, value]) => `<dt>${label}</dt><dd><code>${value}</code></dd>`)
  return `<dl>${list.join('')}</dl>`
}

const sectionOf = ({ name, details, actions }: DeskService) => `<section>
<h2>${name}</h2>
${detailsOf(details)}
${Object.keys(actions)
  .map(
    (label) =>
      `<form method="post" action="/${encodeURIComponent(name)}/${encodeURIComponent(label)}"><button>${name}: ${label}</button></form>`,
  )
  .join(' ')}
</section>`
