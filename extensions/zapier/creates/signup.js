import { activityOutputs, activitySample, factFields, factOf, store } from '../fields.js'

const perform = (z, { inputData }) =>
  store(z, `/api/v1/sites/${inputData.site}/activities`, { kind: 'signup', ...factOf(inputData) })

export const createSignup = {
  key: 'create_signup',
  noun: 'Sign-up',
  display: {
    label: 'Create Sign-up',
    description: 'Sends a confirmed sign-up, which nudges can show.',
  },
  operation: {
    inputFields: factFields,
    perform,
    sample: { ...activitySample, kind: 'signup', external_id: 'customer-7', product: null },
    outputFields: activityOutputs,
  },
}
