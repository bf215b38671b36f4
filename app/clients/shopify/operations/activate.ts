/**
 * Operations that connect a shop's theme and its web pixel with its site: after the install, and
 * whenever the site or our address changes.
 */
import { siteMetafields } from '../app-settings.ts'

/** The owner of the app's metafields. */
export const installationQuery = `#graphql
  query AppInstallation {
    currentAppInstallation {
      id
    }
  }`

export const setMetafieldsMutation = `#graphql
  mutation SetSiteMetafields($metafields: [MetafieldsSetInput!]!) {
    metafieldsSet(metafields: $metafields) {
      metafields {
        namespace
        key
        value
      }
      userErrors {
        field
        message
        code
      }
    }
  }`

export const createWebPixelMutation = `#graphql
  mutation CreateAppWebPixel($webPixel: WebPixelInput!) {
    webPixelCreate(webPixel: $webPixel) {
      webPixel {
        id
        settings
      }
      userErrors {
        field
        message
        code
      }
    }
  }`

export const updateWebPixelMutation = `#graphql
  mutation UpdateAppWebPixel($id: ID!, $webPixel: WebPixelInput!) {
    webPixelUpdate(id: $id, webPixel: $webPixel) {
      webPixel {
        id
        settings
      }
      userErrors {
        field
        message
        code
      }
    }
  }`

/** Data about a site that the storefront needs. */
type ConnectedSite = {
  uuid: string
  /** Origin that serves the pixel. */
  host: string
}

/** @param installationId of `installationQuery` */
export const metafieldsVariables = (installationId: string, { uuid, host }: ConnectedSite) => ({
  metafields: [[siteMetafields.site, uuid] as const, [siteMetafields.host, host] as const].map(
    ([key, value]) => ({
      ownerId: installationId,
      namespace: siteMetafields.namespace,
      key,
      type: 'single_line_text_field',
      value,
    }),
  ),
})

/** Fields of extensions/nudges-pixel/shopify.extension.toml. */
type WebPixelSettings = {
  site: string
  host: string
  /** See app/domain/sites/sandbox-key.server.ts. */
  key: string
}

/** @param sandboxKey of the site */
export const createWebPixelVariables = ({ uuid, host }: ConnectedSite, sandboxKey: string) => ({
  webPixel: { settings: settingsOf({ site: uuid, host, key: sandboxKey }) },
})

/** @param id of the stored web pixel */
export const updateWebPixelVariables = (id: string, site: ConnectedSite, sandboxKey: string) => ({
  id,
  ...createWebPixelVariables(site, sandboxKey),
})

/** Shopify takes the settings as JSON text. */
const settingsOf = (settings: WebPixelSettings): string => JSON.stringify(settings)
