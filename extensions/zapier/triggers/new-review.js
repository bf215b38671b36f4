import { activitySample, itemOf, reviewOutputs } from '../fields.js'
import { hookOperation } from './hook.js'

const performList = async (z, { inputData }) => {
  const url = `/api/v1/sites/${inputData.site}/reviews`
  const { data } = (await z.request({ url, params: { limit: 3 } })).data
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
    sample: {
      ...activitySample,
      kind: 'review',
      external_id: 'review-12',
      stars: 5,
      body: 'A sturdy kettle.',
    },
    outputFields: reviewOutputs,
  },
}
