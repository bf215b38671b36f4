import {
  activityOutputs,
  activitySample,
  factFields,
  factOf,
  itemsOf,
  productFields,
  store,
} from '../fields.js'

const perform = (z, { inputData }) =>
  store(z, `/api/v1/sites/${inputData.site}/reviews`, {
    ...factOf(inputData),
    ...itemsOf(inputData),
    stars: inputData.stars,
    ...(inputData.body ? { body: inputData.body } : {}),
  })

export const createReview = {
  key: 'create_review',
  noun: 'Review',
  display: {
    label: 'Create Review',
    description: 'Sends a review, which nudges can show word for word.',
  },
  operation: {
    inputFields: [
      ...factFields,
      { key: 'stars', label: 'Stars', type: 'integer', required: true, helpText: '1 to 5.' },
      { key: 'body', label: 'Review', type: 'text' },
      ...productFields,
    ],
    perform,
    sample: { ...activitySample, kind: 'review', external_id: 'review-12' },
    outputFields: activityOutputs,
  },
}
