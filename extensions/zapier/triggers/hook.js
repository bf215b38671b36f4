/** Triggers that Footfall wakes by a webhook. */
import { siteField } from '../fields.js'

/**
 * @param event of Footfall
 * @param itemOf makes what Zaps see of the webhook’s `data` and its id
 */
export const hookOperation = (event, itemOf) => ({
  type: 'hook',
  inputFields: [siteField],

  async performSubscribe(z, { inputData, targetUrl }) {
    const body = { site: inputData.site, target_url: targetUrl, events: [event] }
    const { data } = (await z.request({ url: '/api/v1/hooks', method: 'POST', body })).data
    return { id: data.id }
  },

  async performUnsubscribe(z, { subscribeData }) {
    const url = `/api/v1/hooks/${subscribeData.id}`
    const response = await z.request({ url, method: 'DELETE' })
    return { status: response.status }
  },

  perform: (_z, { cleanedRequest }) => [itemOf(cleanedRequest.data, cleanedRequest)],
})
