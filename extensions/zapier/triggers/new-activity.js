import { activityOutputs, activitySample, itemOf } from '../fields.js'
import { hookOperation } from './hook.js'

const newest = 3

const performList = async (z, { inputData }) => {
  const url = `/api/v1/sites/${inputData.site}/activities`
  const { data } = (await z.request({ url, params: { limit: 20 } })).data
  return data
    .filter(({ kind, is_same_sale: isSameSale }) => kind !== 'review' && !isSameSale)
    .slice(0, newest)
    .map(itemOf)
}

export const newActivity = {
  key: 'new_activity',
  noun: 'Activity',
  display: {
    label: 'New Purchase or Sign-up',
    description: 'Triggers when a site gets a purchase or a sign-up, from any source.',
  },
  operation: {
    ...hookOperation('activity.stored', itemOf),
    performList,
    sample: activitySample,
    outputFields: activityOutputs,
  },
}
