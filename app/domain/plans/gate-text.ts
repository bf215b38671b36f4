/** Words of plan gates. Apart from the catalog, so that screens don't load it. */

/** Next to a control that the plan lacks. @param plan from `neededPlan`; may be empty */
export const gateLabel = (plan: string): string =>
  plan === '' ? 'Not on your plan' : `${plan} plan and up`

/** The same for an action that is refused. */
export const gateSentence = (plan: string): string =>
  plan === ''
    ? 'Not on your plan. Contact support to add it.'
    : `Available on the ${plan} plan and up.`
