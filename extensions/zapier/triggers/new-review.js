import { activityOutputs, activitySample, itemOf } from '../fields.js'
import { hookOperation } from './hook.js'

const performList = async (z, { inputData }) => {
  const url = `/api/v1/sites/${inputData.site}/activities`
  const { data } = (await z.request({ url, params: { kind: 'review', limit: 3 } })).data
  return data.map(itemOf)
}

export const newReview = {
  key: 'new_review',
  noun: 'Review',
  display: {
    label: 'New Review',
    description: 'Triggers when a site gets a review.',
  },
  operation: {
    ...hookOperation('review.stored', itemOf),
    performList,
    sample: { ...activitySample, kind: 'review', external_id: 'review-12' },
    outputFields: activityOutputs,
  },
}
