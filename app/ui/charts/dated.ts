/**
 * The days that a figure is of, in its markup. A test compares them with the heading that the figure
 * is under, which carries the days that it names.
 */
import type { Days } from '#app/lib/days/counted-days.ts'

const written = ({ from, to }: Days) => `${from}/${to}`

/**
 * Attributes of a figure.
 *
 * @param days `now`: of this moment, which its name says. Null: there is no figure
 */
export const datedBy = (days: Days | 'now' | null) =>
  days === null ? {} : { 'data-days': days === 'now' ? days : written(days) }

/** Attributes of the part of a screen whose heading, or whose choice of dates, names these days. */
export const datesOf = (days: Days) => ({ 'data-days-named': written(days) })
