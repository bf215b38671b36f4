/**
 * The last step's words while no visitor has seen the nudge, which its owner can see by the button
 * below. Safe in the browser.
 *
 * @param heldBack percentage of visitors in the holdout group, which the owner may be in
 */
export const describeUnseen = (heldBack: number): string =>
  [
    'No impressions from visitors yet.',
    ...(heldBack > 0
      ? [
          `${String(heldBack)}% of visitors are in the holdout group and see no nudges. You may be one of them.`,
        ]
      : []),
    'Open your shop below to see your nudge yourself. Your own visit isn’t counted.',
  ].join(' ')
