import type { Arm } from '#app/domain/allocation/assign-arm.ts'

/**
 * The last step's words while no visitor has seen the nudge, which its owner can see by the button
 * below. Safe in the browser.
 *
 * @param heldBack percentage of visitors in the holdout group
 * @param arm of the owner's browser
 */
export const describeUnseen = (heldBack: number, arm: Arm): string =>
  [
    'No impressions from visitors yet.',
    ...(heldBack > 0
      ? [`${String(heldBack)}% of visitors are in the holdout group and see no nudges.`]
      : []),
    ...(heldBack > 0 && arm === 'holdout'
      ? ['Your browser is one of them today, unless you’ve given consent on your shop.']
      : []),
    'Open your shop below to see your nudge yourself. Your own visit isn’t counted.',
  ].join(' ')
