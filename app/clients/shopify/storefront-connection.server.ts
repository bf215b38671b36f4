/** Connects a shop's theme and its checkout with a site. */
import { z } from 'zod'
import { ChangeRefused, type Shopify, type ShopifyOperation } from '#app/domain/shops/shopify.ts'
import {
  createWebPixelMutation,
  createWebPixelVariables,
  installationQuery,
  metafieldsVariables,
  setMetafieldsMutation,
  updateWebPixelMutation,
  updateWebPixelVariables,
} from './operations/activate.ts'

const installation = {
  name: 'AppInstallation',
  document: installationQuery,
  shape: z.object({ currentAppInstallation: z.object({ id: z.string() }) }),
} satisfies ShopifyOperation

const setMetafields = {
  name: 'SetSiteMetafields',
  document: setMetafieldsMutation,
  shape: z.object({
    metafieldsSet: z.object({ metafields: z.array(z.unknown()) }),
  }),
} satisfies ShopifyOperation

const webPixel = z.object({ webPixel: z.object({ id: z.string() }) })

const createWebPixel = {
  name: 'CreateAppWebPixel',
  document: createWebPixelMutation,
  shape: z.object({ webPixelCreate: webPixel }),
} satisfies ShopifyOperation

const updateWebPixel = {
  name: 'UpdateAppWebPixel',
  document: updateWebPixelMutation,
  shape: z.object({ webPixelUpdate: webPixel }),
} satisfies ShopifyOperation

export const createStorefrontConnection = (
  call: Shopify['call'],
): Pick<Shopify, 'connectTheme' | 'connectWebPixel'> => ({
  async connectTheme(access, site) {
    const { currentAppInstallation } = await call({
      ...access,
      operation: installation,
    })
    const variables = metafieldsVariables(currentAppInstallation.id, site)
    await call({ ...access, operation: setMetafields, variables })
  },

  async connectWebPixel(access, { id, site, sandboxKey }) {
    if (id !== null) {
      try {
        const variables = updateWebPixelVariables(id, site, sandboxKey)
        const updated = await call({
          ...access,
          operation: updateWebPixel,
          variables,
        })
        return updated.webPixelUpdate.webPixel.id
      } catch (error) {
        // Shopify removes it with the app.
        if (!(error instanceof ChangeRefused)) throw error
      }
    }
    const variables = createWebPixelVariables(site, sandboxKey)
    const created = await call({
      ...access,
      operation: createWebPixel,
      variables,
    })
    return created.webPixelCreate.webPixel.id
  },
})
