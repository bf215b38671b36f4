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
  store(z, `/api/v1/sites/${inputData.site}/activities`, {
    kind: 'purchase',
    ...factOf(inputData),
    ...itemsOf(inputData),
    ...(inputData.total === undefined ? {} : { total: inputData.total }),
    ...(inputData.currency ? { currency: inputData.currency } : {}),
  })

export const createPurchase = {
  key: 'create_purchase',
  noun: 'Purchase',
  display: {
    label: 'Create Purchase',
    description: 'Sends a paid order, which nudges can show.',
  },
  operation: {
    inputFields: [
      ...factFields,
      ...productFields,
      { key: 'total', label: 'Total', type: 'number' },
      {
        key: 'currency',
        label: 'Currency',
        type: 'string',
        helpText: 'Three letters, for example EUR.',
      },
    ],
    perform,
    sample: activitySample,
    outputFields: activityOutputs,
  },
}
