/** Compares two counts. Safe in the browser. */

/** 0.2 is a fifth more; null when the previous count is 0, because there is no rate then. */
export const changeOf = (current: number, before: number): number | null =>
  before === 0 ? null : current / before - 1
