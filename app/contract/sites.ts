/** Sites in responses of the API, with the shop system that each is part of. */
import { z } from 'zod'
import { nextCursor } from './activities.ts'

const siteAnswer = z.object({
  uuid: z.uuid(),
  name: z.string(),
  url: z.string(),
  pixel_seen_at: z.iso
    .datetime()
    .nullable()
    .describe("When the pixel last reported from the site's own pages."),
  has_pixel: z.boolean(),
  paused_at: z.iso
    .datetime()
    .nullable()
    .describe('Since when all nudges are paused. Null while they are shown.'),
  paused_until: z.iso
    .datetime()
    .nullable()
    .describe('When paused nudges resume automatically. Null: when someone resumes them.'),
  pixel_url: z.string(),
  installation_code: z.string().describe('Code to add to the site’s pages.'),
  site_category_id: z.number().int().nullable(),
  site_category_identity: z.string().nullable(),
  site_category: z
    .object({
      id: z.number().int(),
      identity: z.string(),
      name: z.string(),
      description: z.string(),
      icon: z.string(),
      position: z.number().int(),
    })
    .nullable()
    .describe('Site category, if set.'),
  time_zone: z
    .string()
    .describe('IANA time zone used for nudge schedules and for days of statistics.'),
  logo_url: z.string().nullable(),
  top_level_domain: z.string().nullable().describe('Last label of the host name.'),
  is_shopify: z.boolean().describe('Whether it is the site of a shop in Shopify.'),
  wix_token: z
    .boolean()
    .describe('Whether Footfall has access to the site in Wix. The token itself is never shown.'),
  bigcommerce_store_id: z
    .string()
    .nullable()
    .describe('Hash of the store in BigCommerce that the site belongs to.'),
  bigcommerce_access_token: z
    .boolean()
    .describe('Whether Footfall has access to that store. The token itself is never shown.'),
  integrations: z.array(z.string()).describe('Integrations that sent data in the last 30 days.'),
  visitor_boost: z
    .number()
    .int()
    .nullable()
    .describe(
      'Units of a running boost for this site alone. A boost for all sites is the organization’s. Null unless the token is the owner’s.',
    ),
  visitor_boost_expires_at: z.iso.datetime().nullable(),
})

export const singleSite = z.object({ data: siteAnswer })

export const siteList = z.object({ data: z.array(siteAnswer), next_cursor: nextCursor })
