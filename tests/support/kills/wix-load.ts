/** A site in Wix whose orders arrive by its webhooks. */
import { randomUUID } from 'node:crypto'
import { linkWixInstance } from '#app/domain/billing/channels/wix-instances.server.ts'
import { followWixSite } from '#app/domain/lifecycle/wix/follow-site.server.ts'
import { provenTeam } from '#app/domain/prove-scope.ts'
import { startWix, type WixDouble } from '#workshop/doubles/wix/wix-server.ts'
import { wixEnvironment } from '../wix/wix-world.ts'
import type { KillLoad } from './kill-load.ts'
import { orderLoad } from './order-load.ts'

const topic = 'wix.ecom.v1.order_approved'

/** With a Wix of its own. */
export function wixLoad(): KillLoad {
  let wix: WixDouble | null = null
  return orderLoad({
    name: 'wix',
    // Kills wait for the slowest load, so this one leaves time to the others.
    senders: 1,
    paceMillis: 250,
    async prepare() {
      wix = await startWix(() => new Date())
      return wixEnvironment(wix)
    },
    end: async () => wix?.stop(),
    async connect({ product, site }, services) {
      const at = wix
      if (!at) throw new Error('Wix isn’t prepared.')
      const { id: instanceId } = at.install()
      const { siteId, teamId } = site
      await linkWixInstance(services, provenTeam(teamId), { instanceId, siteId })
      await followWixSite(services, instanceId)
      return (order) => {
        const data = eventAbout(order, new Date().toISOString())
        const body = at.sign({ eventType: topic, instanceId, data })
        return { address: `${product.baseUrl}/hooks/wix`, init: { method: 'POST', body } }
      }
    },
  })
}

const eventAbout = (id: string, at: string) => ({
  id: randomUUID(),
  entityFqdn: 'wix.ecom.v1.order',
  slug: 'approved',
  entityId: id,
  eventTime: at,
  actionEvent: {
    body: {
      order: {
        id,
        number: id.slice(-6),
        createdDate: at,
        updatedDate: at,
        status: 'APPROVED',
        paymentStatus: 'PAID',
        currency: 'EUR',
        lineItems: [
          { productName: { original: 'Towel' }, quantity: 1, price: { amount: '20.00' } },
        ],
        priceSummary: { total: { amount: '20.00' } },
      },
    },
  },
})
